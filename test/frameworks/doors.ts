import 'reflect-metadata'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { All, Controller, Get, Module, Req, Res, type Type, UseGuards } from '@nestjs/common'
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Elysia } from 'elysia'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { toElysia } from '../../src/frameworks/elysia.ts'
import { toExpress } from '../../src/frameworks/express.ts'
import { toFastify } from '../../src/frameworks/fastify.ts'
import { type NodeEvent, toH3 } from '../../src/frameworks/h3.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { toKoa } from '../../src/frameworks/koa.ts'
import { type NestRequest, type NestResponse, toNest } from '../../src/frameworks/nest.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { authErrorResponse } from '../../src/frameworks/shared/auth-error-response.ts'
import { sendResponse } from '../../src/frameworks/shared/node-response.ts'
import { outcomeResponse } from '../../src/frameworks/shared/outcome-response.ts'
import { toWorkers } from '../../src/frameworks/workers.ts'
import type { AuthInstance } from '../../src/index.ts'
import type { SignInOptions } from '../../src/instance/auth-instance.ts'

/** Calls of server code, each answered at its path in every framework. */
export const calls: Readonly<Record<string, [provider: string, options?: SignInOptions]>> = {
  '/login': ['credentials', { fields: { name: 'ada' } }],
  '/mail': ['email', { fields: { email: 'ada@acme.test' } }],
  '/platform': ['plain'],
}

const paths = Object.entries(calls)

/** An application in a framework: the routes of the library, the calls above, `/logout` and `/guarded`. */
export interface Door {
  /** Where it listens; undefined where it is called in process. */
  port?: number
  send(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<unknown>
}

/** Starts an application; `auth` is made when the address is known. */
export type OpenDoor = (create: (origin: string) => AuthInstance) => Promise<Door>

/** On a port of this machine. */
async function listen(
  make: (auth: AuthInstance) => RequestListener,
  create: Create,
): Promise<Door> {
  let answer: RequestListener = () => {}
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  answer = make(create(url))
  return at(url, () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
}

function at(url: string, close: Door['close']): Door {
  const send: Door['send'] = (path, init) => fetch(url + path, { redirect: 'manual', ...init })
  return { port: Number(new URL(url).port), send, close }
}

function pathOf({ url = '' }: { url?: string | undefined }): string {
  return url.split('?')[0] ?? ''
}

type Create = Parameters<OpenDoor>[0]

/** In process. */
function inside(answer: (request: Request) => Promise<Response> | Response, url: string): Door {
  const send = async (path: string, init?: RequestInit) => answer(new Request(url + path, init))
  return { send, close: async () => {} }
}

const parseForms = express.urlencoded({ extended: true })

/** An instance that is there when the server listens, for frameworks that want it before. */
function later(): { auth: AuthInstance; become(made: AuthInstance): void } {
  let made: AuthInstance | undefined
  const get = (_: object, name: string | symbol) =>
    made ? Reflect.get(made, name) : name === 'basePath' ? '/api/auth' : undefined
  return {
    auth: new Proxy(Object.create(null), { get }),
    become(auth) {
      made = auth
    },
  }
}

/** Decorates a method as TypeScript would, and its parameters. */
function decorate<C extends object>(
  { prototype }: Type<C>,
  name: keyof C & string,
  decorators: MethodDecorator[],
  parameters: ParameterDecorator[] = [],
) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
  for (const one of decorators) one(prototype, name, descriptor)
  for (const [index, one] of parameters.entries()) one(prototype, name, index)
}

async function onNest(adapter: AbstractHttpAdapter, create: Create): Promise<Door> {
  const { auth, become } = later()
  const { AuthModule, RequireSession, signIn, signOut } = toNest(auth)
  class Pages {
    act(req: NestRequest, res: NestResponse) {
      const path = pathOf('raw' in req ? req.raw : req)
      const call = calls[path]
      return call ? signIn(req, res, ...call) : signOut(req, res)
    }
    guarded() {
      return 'Welcome'
    }
  }
  decorate(Pages, 'act', [All(['/logout', ...Object.keys(calls)])], [Req(), Res()])
  decorate(Pages, 'guarded', [Get('/guarded'), UseGuards(RequireSession)])
  Controller()(Pages)
  class AppModule {}
  Module({ imports: [AuthModule], controllers: [Pages] })(AppModule)
  const app = await NestFactory.create(AppModule, adapter, { logger: false })
  await app.listen(0, '127.0.0.1')
  const url = await app.getUrl()
  become(create(url))
  return at(url, () => app.close())
}

/** Every framework that can be run here, each with forms parsed as its applications have them. */
export const doors: Readonly<Record<string, OpenDoor>> = {
  'node:http': (create) =>
    listen((auth) => {
      const routes = toNode(auth)
      return (req, res) => {
        const path = pathOf(req)
        const call = calls[path]
        if (path === '/guarded') {
          const guarded = async (request: Request) =>
            auth.requireSession(request).then(
              () => new Response('Welcome'),
              (error: unknown) => authErrorResponse(error, request),
            )
          return toNode({ handler: guarded })(req, res)
        }
        if (!call && path !== '/logout') return routes(req, res)
        const act = (request: Request) =>
          outcomeResponse(call ? auth.signIn(request, ...call) : auth.signOut(request), request)
        return toNode({ handler: act })(req, res)
      }
    }, create),
  express: (create) =>
    listen((auth) => {
      const { handler, requireSession, signIn, signOut } = toExpress(auth)
      const app = express().use(parseForms).use(express.json())
      app.use('/api/auth', handler)
      app.get('/guarded', requireSession, (_req, res) => void res.send('Welcome'))
      for (const [path, call] of paths) app.all(path, (req, res) => signIn(req, res, ...call))
      return app.all('/logout', (req, res) => signOut(req, res))
    }, create),
  koa: (create) =>
    listen((auth) => {
      const { handler, requireSession, signIn, signOut } = toKoa(auth)
      const app = new Koa()
      app.silent = true
      app.use(async (ctx) => {
        // What koa-body does with nested names.
        if (ctx.is('urlencoded')) {
          await new Promise((resolve) => parseForms(ctx.req as never, ctx.res as never, resolve))
          Object.assign(ctx.request, { body: Reflect.get(ctx.req, 'body') })
        }
        const call = calls[ctx.path]
        if (call) await signIn(ctx, ...call)
        else if (ctx.path === '/logout') await signOut(ctx)
        else if (ctx.path === '/guarded') {
          await requireSession(ctx, async () => {
            ctx.body = 'Welcome'
          })
        } else await handler(ctx)
      })
      return app.callback()
    }, create),
  async fastify(create) {
    const { auth, become } = later()
    const { handler, requireSession, signIn, signOut } = toFastify(auth)
    const app = fastify()
    app.register(handler, { prefix: '/api/auth' })
    app.get('/guarded', { preHandler: requireSession }, () => 'Welcome')
    for (const [path, call] of paths) {
      app.all(path, (request, reply) => signIn(request, reply, ...call))
    }
    app.all('/logout', (request, reply) => signOut(request, reply))
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    become(create(url))
    return at(url, () => app.close())
  },
  'nest on express': (create) => onNest(new ExpressAdapter(), create),
  'nest on fastify': (create) => onNest(new FastifyAdapter(), create),
  'h3 on node': (create) =>
    listen((auth) => {
      const verbs = toH3(auth)
      return async (req, res) => {
        const event: NodeEvent = { node: { req, res }, context: {} }
        const path = pathOf(req)
        const call = calls[path]
        try {
          if (path === '/guarded') {
            await verbs.requireSession(event)
            res.end('Welcome')
            return
          }
          const response = call
            ? await verbs.signIn(event, ...call)
            : await (path === '/logout' ? verbs.signOut(event) : verbs.handler(event))
          await sendResponse(response, res)
        } catch (error) {
          // What h3 does with an error.
          res.statusCode = Number(Object(error).statusCode ?? 500)
          res.end()
        }
      }
    }, create),
  'next’s pages router': (create) =>
    listen((auth) => {
      const { handler, requireSession } = toNext(auth)
      return async (req, res) => {
        const path = pathOf(req)
        const call = calls[path]
        if (path === '/guarded') {
          if (await requireSession({ req, res })) res.end('Welcome')
          return
        }
        if (!call && path !== '/logout') return void handler(req, res)
        const act = (request: Request) =>
          outcomeResponse(call ? auth.signIn(request, ...call) : auth.signOut(request), request)
        toNode({ handler: act })(req, res)
      }
    }, create),
  async hono(create) {
    const url = 'http://localhost:3000'
    const { handler, requireSession, signIn, signOut } = toHono(create(url))
    const app = new Hono().all('/api/auth/*', handler)
    app.get('/guarded', requireSession, (c) => c.text('Welcome'))
    for (const [path, call] of paths) app.all(path, (c) => signIn(c, ...call))
    app.all('/logout', (c) => signOut(c))
    return inside((request) => app.fetch(request), url)
  },
  async elysia(create) {
    const url = 'http://localhost:3000'
    const { handler, requireSession, signIn, signOut } = toElysia(create(url))
    const app = new Elysia()
      .macro({ requireSession })
      .all('/api/auth/*', handler, { parse: 'none' })
      .get('/guarded', () => 'Welcome', { requireSession: true })
    for (const [path, call] of paths) app.all(path, (context) => signIn(context, ...call))
    app.all('/logout', (context) => signOut(context))
    return inside((request) => app.handle(request), url)
  },
  async workers(create) {
    const url = 'https://app.test'
    const auth = create(url)
    const door = toWorkers((_env: object) => auth)
    const ctx = { waitUntil() {} }
    const guarded = door.requireSession(() => new Response('Welcome'))
    return inside((request) => {
      const { pathname } = new URL(request.url)
      const env = {}
      const [provider, options] = calls[pathname] ?? []
      if (provider) return door.signIn(request, provider, { env, ...options })
      if (pathname === '/logout') return door.signOut(request, { env })
      if (pathname === '/guarded') return guarded(request, env, ctx)
      return door.handler(request, env, ctx)
    }, url)
  },
}

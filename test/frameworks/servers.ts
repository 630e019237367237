import 'reflect-metadata'
import { createServer, IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Controller, Get, Module } from '@nestjs/common'
import { APP_GUARD, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Elysia } from 'elysia'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { onTestFinished } from 'vitest'
import { toAstro } from '../../src/frameworks/astro.ts'
import { toElysia } from '../../src/frameworks/elysia.ts'
import { toExpress } from '../../src/frameworks/express.ts'
import { toFastify } from '../../src/frameworks/fastify.ts'
import { errorHandler, toH3 } from '../../src/frameworks/h3.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { toKoa } from '../../src/frameworks/koa.ts'
import { toNest } from '../../src/frameworks/nest.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { toReactRouter } from '../../src/frameworks/react-router.ts'
import { toSolidStart } from '../../src/frameworks/solid-start.ts'
import { toSvelteKit } from '../../src/frameworks/sveltekit.ts'
import { toTanStackStart } from '../../src/frameworks/tanstack-start.ts'
import { toWorkers } from '../../src/frameworks/workers.ts'
import { type People, people } from './people.ts'

type Application = People['auth']
type Make = (auth: Application) => RequestListener | Promise<RequestListener>

/** What only people who are signed in may read. */
export const guardedText = 'for members only'

/** Frameworks that run on Node, each with the sign-in at `/api/auth` and a guarded page at `/guarded`. */
export const nodeFrameworks: Record<string, Make> = {
  node: (auth) => {
    const handler = toNode(auth)
    return async (req, res) => {
      if (req.url?.startsWith('/api/auth/')) return handler(req, res)
      res.statusCode = pathOf(req) === '/guarded' ? 401 : 404
      if (res.statusCode === 401 && (await auth.session(req))) res.statusCode = 200
      res.end(res.statusCode === 200 ? guardedText : '')
    }
  },
  express: (auth) => {
    const { handler, requireSession } = toExpress(auth)
    const app = express()
    app.use('/api/auth', handler)
    app.get('/guarded', requireSession, (_req, res) => void res.send(guardedText))
    return app
  },
  koa: (auth) => {
    const { handler, requireSession } = toKoa(auth)
    const app = new Koa()
    app.silent = true
    app.use(async (ctx) => {
      if (ctx.path.startsWith('/api/auth/')) return handler(ctx)
      if (ctx.path === '/guarded')
        await requireSession(ctx, async () => {
          ctx.body = guardedText
        })
    })
    return app.callback()
  },
  fastify: async (auth) => {
    const { handler, requireSession } = toFastify(auth)
    const app = fastify()
    app.register(handler, { prefix: '/api/auth' })
    app.get('/guarded', { preHandler: requireSession }, async () => guardedText)
    await app.ready()
    return (req, res) => app.routing(req, res)
  },
  'h3 version 1': (auth) => {
    const { handler, middleware, requireSession } = toH3(auth)
    return async (req, res) => {
      const event = { node: { req, res }, context: {} }
      const send = toNode({ handler: async () => answer })
      let answer = new Response(null, { status: 404 })
      try {
        await middleware(event)
        if (req.url?.startsWith('/api/auth/')) answer = await handler(event)
        else if (pathOf(req) === '/guarded' && (await requireSession(event)))
          answer = new Response(guardedText)
      } catch (error) {
        answer = new Response(null, { status: 500 })
        const respondWith = async (refused: Response) => {
          answer = refused
        }
        await errorHandler(error, { respondWith })
      }
      // What is sent no longer depends on the request, whose Host header may be anything.
      req.headers.host = 'localhost'
      send(req, res)
    }
  },
  hono: (auth) => {
    const { handler, requireSession } = toHono(auth)
    const app = new Hono()
    app.all('/api/auth/*', handler)
    app.get('/guarded', requireSession, (c) => c.text(guardedText))
    return (req, res) =>
      toNode({ handler: async (request) => app.fetch(request, { incoming: req }) })(req, res)
  },
  elysia: (auth) => {
    const { handler, requireSession } = toElysia(auth)
    const app = new Elysia()
      .macro({ requireSession })
      .all('/api/auth/*', handler, { parse: 'none' })
      .get('/guarded', () => guardedText, { requireSession: true })
    return (req, res) => {
      const address = req.socket.remoteAddress
      const handle = (request: Request) => app.handle(Object.assign(request, { ip: address }))
      toNode({ handler: handle })(req, res)
    }
  },
  'nest on express': (auth) => nest(auth, new ExpressAdapter()),
  'nest on fastify': (auth) => nest(auth, new FastifyAdapter()),
  'next, pages router': (auth) => {
    const { handler, requireSession } = toNext(auth)
    return async (req, res) => {
      if (req.url?.startsWith('/api/auth/')) return handler(req, res)
      const isPage = pathOf(req) === '/guarded'
      if (!isPage) res.statusCode = 404
      if (isPage && !(await requireSession({ req, res }))) return
      res.end(isPage ? guardedText : '')
    }
  },
  'next, app router': (auth) => {
    const { requireSession } = toNext(auth)
    const page = requireSession(() => new Response(guardedText))
    return (req, res) =>
      toNode({
        async handler(request) {
          // Next calls itself `localhost` in the address of a request.
          const inner = new Request(request.url.replace(/\/\/[^/]+/, '//localhost:3000'), request)
          const { pathname } = new URL(inner.url)
          if (pathname.startsWith('/api/auth/')) return toNext(auth).OPTIONS(inner)
          return pathname === '/guarded' ? page(inner, {}) : new Response(null, { status: 404 })
        },
      })(req, res)
  },
}

/** Where the frameworks below say that a request comes from. */
export const webAddress = '8.8.8.8'

/** Frameworks that hand a `Request` to what serves the sign-in. */
export const webFrameworks: Record<
  string,
  (auth: Application, request: Request) => Promise<Response>
> = {
  astro: (auth, request) =>
    toAstro(auth).ALL({ request, locals: {}, clientAddress: webAddress, isPrerendered: false }),
  async 'h3 version 2'(auth, request) {
    const [req, res] = [Object.assign(request, { ip: webAddress }), { headers: new Headers() }]
    return merged(await toH3(auth).handler({ req, res, context: {} }), res.headers)
  },
  'react-router': (auth, request) =>
    toReactRouter(auth, { address: () => webAddress }).action({
      request,
      url: new URL(request.url),
      context: new Map(),
    }),
  async 'solid-start'(auth, plain) {
    const request = Object.assign(plain, { ip: webAddress })
    const event = { request, response: { headers: new Headers() }, locals: {} }
    return merged(await toSolidStart(auth, () => event).POST(event), event.response.headers)
  },
  sveltekit: (auth, request) =>
    toSvelteKit(auth, {
      redirect: () => {
        throw new Error('nobody is sent anywhere')
      },
    }).handle({
      event: {
        request,
        url: new URL(request.url),
        locals: {},
        cookies: { set: () => {} },
        isDataRequest: false,
        getClientAddress: () => webAddress,
      },
      resolve: async () => new Response(null, { status: 404 }),
    }),
  'tanstack-start': (auth, request) =>
    toTanStackStart(auth, {
      redirect: () => Object.assign(new Response(), { options: {} }),
      getRequest: () => request,
      getRequestIP: () => webAddress,
      appendResponseHeader: () => {},
      setResponseHeader: () => {},
    }).handlers.POST(),
  workers: (auth, request) => {
    // Cloudflare overwrites it.
    request.headers.set('cf-connecting-ip', webAddress)
    return toWorkers(() => auth).handler(request, {}, { waitUntil: () => {} })
  },
}

/** A response as h3 sends it, with the cookies that were set on the event. */
function merged(response: Response, set: Headers): Response {
  const headers = new Headers(response.headers)
  for (const cookie of set.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

async function nest(
  auth: Application,
  adapter: ExpressAdapter | FastifyAdapter,
): Promise<RequestListener> {
  const { AuthModule, RequireSession } = toNest(auth)
  class Pages {
    guarded() {
      return guardedText
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Pages.prototype, 'guarded') ?? {}
  Get('guarded')(Pages.prototype, 'guarded', descriptor)
  Controller()(Pages)
  class AppModule {}
  const guard = { provide: APP_GUARD, useClass: RequireSession }
  Module({ imports: [AuthModule], controllers: [Pages], providers: [guard] })(AppModule)
  const app = await NestFactory.create(AppModule, adapter, { logger: false })
  await app.init()
  const instance = adapter.getInstance()
  if (!('routing' in instance)) return instance
  await instance.ready()
  return (req, res) => instance.routing(req, res)
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/'
}

/** A running server of one framework. */
export interface Served extends People {
  url: string
  /** Writes bytes to a connection of its own, and returns all that comes back. */
  raw(...lines: string[]): Promise<string>
  /** The cookies of somebody who signs in by the handler. */
  signIn(headers?: Record<string, string>): Promise<string>
}

/** As Node had it before CVE-2026-21710 was mended: a header called `__proto__` makes the getter throw. */
class OlderMessage extends IncomingMessage {}
Object.defineProperty(OlderMessage.prototype, 'headersDistinct', {
  get() {
    throw new TypeError('dest[field].push is not a function')
  },
})

/** Starts a server of one framework; pages of the other origins may act. */
export async function serve(make: Make, ...others: string[]): Promise<Served> {
  let listener: RequestListener = () => {}
  const server = createServer({ IncomingMessage: OlderMessage }, (req, res) => listener(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const club = people(url, ...others)
  listener = await make(club.auth)
  return {
    ...club,
    url,
    raw: (...lines) => rawAnswer(port, lines.join('\r\n')),
    async signIn(headers = {}) {
      const response = await fetch(`${url}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin: url, ...headers },
        body: new URLSearchParams({ name: 'ada' }),
        redirect: 'manual',
      })
      const lines = response.headers.getSetCookie()
      return lines.map((line) => line.split(';')[0]).join('; ')
    },
  }
}

function rawAnswer(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      answer += data
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })
}

/** Sends a request to the server, as a browser would have written it, whatever its path and headers. */
export function written(method: string, path: string, headers: Record<string, string>): string[] {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([n, v]) => `${n}: ${v}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', '']
}

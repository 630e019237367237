import 'reflect-metadata'
import {
  Body,
  Controller,
  Get,
  type INestApplication,
  Module,
  Post,
  Query,
  Req,
  Res,
  type Type,
} from '@nestjs/common'
import { APP_GUARD, NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import express from 'express'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type NestRequest, type NestResponse, toNest } from '../../src/frameworks/nest.ts'
import { decorate } from './doors/nest.ts'
import { cookiesAfter, type Member, type People, people } from './people.ts'

const page = { accept: 'text/html' }

const adapters = {
  Express: () => new ExpressAdapter(express().set('trust proxy', 1)),
  Fastify: () => new FastifyAdapter({ trustProxy: true }),
}

function application({ auth }: People): Type {
  const { AuthModule, RequireSession, Public, CurrentSession, session, signIn, signOut } =
    toNest(auth)

  class Pages {
    home(current: Member | null) {
      return `Hello ${current?.user.name ?? 'stranger'}`
    }
    guarded(current: Member) {
      return current
    }
    echo(body: unknown) {
      return body
    }
    webhook(req: { rawBody?: Buffer }) {
      return { bytes: req.rawBody?.toString('base64') }
    }
    login(req: NestRequest, res: NestResponse, fields: Record<string, string>) {
      return signIn(req, res, 'credentials', { fields, callbackUrl: '/v1/guarded' })
    }
    async logout(req: NestRequest, res: NestResponse, read?: string) {
      expectTypeOf(session).returns.resolves.toEqualTypeOf<Member | null>()
      // What an interceptor does before the action.
      if (read !== undefined) await session(req, res)
      return signOut(req, res, { callbackUrl: '/' })
    }
  }
  const form = [Req(), Res()]
  decorate(Pages, 'home', [Get(), Public()], [CurrentSession()])
  decorate(Pages, 'guarded', [Get('guarded')], [CurrentSession()])
  decorate(Pages, 'echo', [Post('echo')], [Body()])
  decorate(Pages, 'webhook', [Post('webhook'), Public()], [Req()])
  decorate(Pages, 'login', [Post('login'), Public()], [...form, Body()])
  decorate(Pages, 'logout', [Post('logout'), Public()], [...form, Query('read')])
  Controller()(Pages)

  class AppModule {}
  const guard = { provide: APP_GUARD, useClass: RequireSession }
  Module({ imports: [AuthModule], controllers: [Pages], providers: [guard] })(AppModule)
  return AppModule
}

describe.each(Object.entries(adapters))('Nest on %s', (_name, adapter) => {
  let app: INestApplication
  let url: string
  let world: People

  beforeAll(async () => {
    url = 'http://127.0.0.1'
    world = people(url)
    const options = { logger: false, rawBody: true } as const
    app = await NestFactory.create(application(world), adapter(), options)
    app.setGlobalPrefix('v1')
    app.enableCsrfProtection({
      trustedOrigins: [url],
      exclude: ({ url: path }) => path.startsWith('/api/auth/callback/'),
    })
    await app.listen(0, '127.0.0.1')
  })

  afterAll(() => app.close())

  /** Portico knows the application by a name without a port. */
  const send = async (path: string, init: RequestInit = {}) =>
    fetch((await app.getUrl()) + path, { redirect: 'manual', ...init })
  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers })
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { origin: url, ...page, ...headers },
      body: new URLSearchParams(form),
    })
  const signedIn = async () => cookiesAfter(await post('/v1/login', { name: 'ada' }))

  test('a controller signs somebody in, and sends them on; who is refused goes back', async () => {
    const response = await post('/v1/login', { name: 'ada' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${url}/v1/guarded`)
    const cookie = cookiesAfter(response)
    expect(await (await get('/v1', { cookie })).text()).toBe('Hello Ada')
    const refused = await post('/v1/login', { name: 'eve' })
    expect(refused.headers.get('location')).toContain('/api/auth/signin?')
    const program = await post('/v1/login', { name: 'eve' }, { accept: 'application/json' })
    expect(program.status).toBe(401)
    expect(await program.json()).toEqual({ error: 'CredentialsSignin' })
  })

  test('everything is guarded that is not public; programs get 401', async () => {
    expect(await (await get('/v1')).text()).toBe('Hello stranger')
    const stranger = await get('/v1/guarded?tab=1', page)
    expect(stranger.status).toBe(303)
    const to = new URL(stranger.headers.get('location') ?? '')
    expect(to.searchParams.get('callbackUrl')).toBe(`${url}/v1/guarded?tab=1`)
    const program = await get('/v1/guarded')
    expect(program.status).toBe(401)
    expect(await program.json()).toEqual({ error: 'SessionRequired' })
    const response = await get('/v1/guarded', { cookie: await signedIn() })
    expect(await response.json()).toMatchObject({ role: 'member' })
  })

  test('a session that is due is renewed, by a page and by a guard', async () => {
    for (const path of ['/v1', '/v1/guarded']) {
      const cookie = await signedIn()
      expect((await get(path, { cookie })).headers.getSetCookie()).toEqual([])
      world.later(2)
      const response = await get(path, { cookie })
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^portico\.session=.*Max-Age=2592000/),
      ])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test.each(['/v1/logout', '/v1/logout?read='])(
    '%s: a renewal that is due keeps nobody in',
    async (path) => {
      const before = await signedIn()
      world.later(2)
      const cookie = cookiesAfter(await post(path, {}, { cookie: before }), before)
      expect(cookie).not.toContain('portico.session')
      expect(await (await get('/v1', { cookie })).text()).toBe('Hello stranger')
    },
  )

  test('the sign-in is at its base path, past the prefix, the parsers and the guard', async () => {
    expect(await (await get('/api/auth/session')).json()).toBeNull()
    const response = await post('/api/auth/callback/credentials', { name: 'ada' })
    expect(response.status).toBe(303)
    const cookie = cookiesAfter(response)
    expect(await (await get('/v1', { cookie })).text()).toBe('Hello Ada')
    expect((await get('/v1/api/auth/session', { cookie })).status).toBe(404)
  })

  test('bodies of the application are parsed, and those of webhooks keep their bytes', async () => {
    const text = '{ "list":[1,  2] }'
    const headers = { cookie: await signedIn(), 'content-type': 'application/json' }
    const echo = await send('/v1/echo', { method: 'POST', headers, body: text })
    expect(await echo.json()).toEqual({ list: [1, 2] })
    const webhook = await send('/v1/webhook', { method: 'POST', headers, body: text })
    expect(await webhook.json()).toEqual({ bytes: Buffer.from(text).toString('base64') })
  })

  test('a platform may send people back with a form, past the protection of Nest', async () => {
    const foreign = { origin: 'https://platform.test', 'sec-fetch-site': 'cross-site' }
    expect((await post('/v1/echo', {}, foreign)).status).toBe(403)
    const response = await post('/api/auth/callback/platform', { code: '1' }, foreign)
    // The sign-in itself says that it does not know the platform.
    expect(await response.text()).toContain('Page not found')
  })

  test('the visitor’s address is what the platform makes of its proxies', async () => {
    const from = { 'x-forwarded-for': '10.0.0.7' }
    const response = await post('/api/auth/callback/credentials', { name: 'ada' }, from)
    expect(await world.addresses(cookiesAfter(response))).toContain('10.0.0.7')
  })
})

test('a call that is not HTTP is refused, unless it is public', async () => {
  const { RequireSession, Public } = toNest(people('http://localhost:3000').auth)
  class Messages {
    secret() {}
    open() {}
  }
  decorate(Messages, 'open', [Public()])
  const context = (handler: () => void) =>
    ({ getType: () => 'rpc', getHandler: () => handler, getClass: () => Messages }) as unknown
  const guard = new RequireSession()
  const { secret, open } = Messages.prototype
  // A whole context takes a server of that kind; these are the parts that are asked.
  type Context = Parameters<typeof guard.canActivate>[0]
  expect(await guard.canActivate(context(secret) as Context)).toBe(false)
  expect(await guard.canActivate(context(open) as Context)).toBe(true)
})

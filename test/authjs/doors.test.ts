import { createServer } from 'node:http'
import TheirCredentials from '@auth/core/providers/credentials'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ExpressAuth, getSession } from '../../src/authjs/express.ts'
import { SvelteKitAuth } from '../../src/authjs/sveltekit.ts'
import type { Cookie } from '../../src/http/cookies.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { origin, secret } from '../setup.ts'
import { day, version5 } from './cookies.ts'

/** An Express application, and its address. */
async function listening() {
  const app = express()
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { app, at: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

const config = (url: string) => ({
  secret,
  url,
  runtime: { env: { NODE_ENV: 'test', AUTH_FROM_AUTHJS_SINCE: day() } },
  providers: [
    TheirCredentials({
      credentials: { name: {} },
      authorize: ({ name }) => (name === 'ada' ? { id: 'u-ada', name: 'Ada' } : null),
    }),
  ],
})

test.each(['/auth', '/api/auth'])(
  'an application on @auth/express goes on, at %s',
  async (path) => {
    const { app, at } = await listening()
    const written = config(at)
    app.use(`${path}/*splat`, ExpressAuth(written))
    app.get('/', async (req, res) => {
      res.json(await getSession(req, written))
    })
    const signedIn = await fetch(`${at}${path}/callback/credentials`, {
      method: 'POST',
      headers: { origin: at },
      body: new URLSearchParams({ name: 'ada' }),
      redirect: 'manual',
    })
    const cookie = cookiesAfter(signedIn)
    const old = await version5({ name: 'authjs.session-token' })
    for (const sent of [cookie, old]) {
      const session = await fetch(at, { headers: { cookie: sent } })
      expect(await session.json()).toMatchObject({ user: { id: 'u-ada', name: 'Ada' } })
    }
    const replaced = await fetch(`${at}${path}/session`, { headers: { cookie: old } })
    expect(cookiesAfter(replaced, old)).toMatch(/^portico\.session=/)
  },
)

describe('the configuration of an Express application', () => {
  /** One that says how often it is read: that is when its providers are called. */
  function counted(url: string) {
    let reads = 0
    const { providers, ...rest } = config(url)
    const provider = () => {
      reads++
      return providers[0]
    }
    const logger = { error: () => {}, warn: () => {} }
    return { written: { ...rest, logger, providers: [provider] }, reads: () => reads }
  }

  test.each(['/auth/*splat', '/auth', /^\/auth\/(.*)/])(
    'at %s is read once, whatever paths visitors make up',
    async (pattern) => {
      const { app, at } = await listening()
      const { written, reads } = counted(at)
      app.use(pattern, ExpressAuth(written))
      const callback = async () => (await (await fetch(`${at}/auth/providers`)).json()).credentials
      expect(await callback()).toMatchObject({ callbackUrl: `${at}/auth/callback/credentials` })
      const once = reads()
      for (const path of ['a/signin', 'b/c/session', 'signin/error/session', '%20/csrf', 'x']) {
        expect((await fetch(`${at}/auth/${path}?n=1`)).status).toBe(404)
      }
      expect(reads()).toBe(once)
      expect(await callback()).toMatchObject({ callbackUrl: `${at}/auth/callback/credentials` })
    },
  )

  test('at a path that visitors choose is forgotten in the end', async () => {
    const { app, at } = await listening()
    const { written, reads } = counted(at)
    app.use('/:tenant/auth/*splat', ExpressAuth(written))
    const ask = async (tenant: number) => {
      const list = await (await fetch(`${at}/t${tenant}/auth/providers`)).json()
      expect(list.credentials.callbackUrl).toBe(`${at}/t${tenant}/auth/callback/credentials`)
    }
    for (let tenant = 0; tenant <= 100; tenant++) await ask(tenant)
    const all = reads()
    await ask(100)
    expect(reads()).toBe(all)
    await ask(0)
    expect(reads()).toBeGreaterThan(all)
  })
})

/** What SvelteKit throws. */
class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

const kit = {
  redirect: (_: 303, location: string): never => {
    throw new Redirect(location)
  },
}

function visit(path: string, init: RequestInit = {}) {
  const set: Cookie[] = []
  const locals: { auth?: () => Promise<{ user: { name?: string | null } } | null> } = {}
  const event = {
    request: new Request(`${origin}${path}`, init),
    url: new URL(path, origin),
    locals,
    cookies: {
      set: (name: string, value: string, options: Cookie['options']) =>
        void set.push({ name, value, options }),
    },
    isDataRequest: false,
    getClientAddress: () => '127.0.0.1',
  }
  return { event, set }
}

test('a configuration for SvelteKit may depend on the request, and its environment is passed', async () => {
  const { runtime: _, secret: own, ...written } = config(origin)
  const { handle, signIn } = SvelteKitAuth(
    ({ url }) => ({ ...written, basePath: url.pathname.startsWith('/b/') ? '/b/auth' : '/a/auth' }),
    { ...kit, env: { NODE_ENV: 'test', AUTH_SECRET: own } },
  )
  for (const base of ['/a', '/b']) {
    const { event } = visit(`${base}/auth/providers`)
    const list = await handle({ event, resolve: async () => new Response('null') })
    expect(await list.json()).toMatchObject({
      credentials: { callbackUrl: `${origin}${base}/auth/callback/credentials` },
    })
  }
  const entered = visit('/login', {
    method: 'POST',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams({ providerId: 'credentials', name: 'ada', callbackUrl: '/home' }),
  })
  const leaving = await signIn(entered.event).catch((thrown: unknown) => thrown)
  expect(leaving).toEqual(new Redirect(`${origin}/home`))
})

test('an application on @auth/sveltekit goes on', async () => {
  const { handle, signIn, signOut } = SvelteKitAuth(config(origin), kit)
  const cookie = await version5()
  const { event } = visit('/', { headers: { cookie } })
  const page = await handle({
    event,
    resolve: async () => new Response((await event.locals.auth?.())?.user.name),
  })
  expect(await page.text()).toBe('Ada')
  expect(cookiesAfter(page, cookie)).toMatch(/^__Host-portico\.session=/)
  const routes = visit('/auth/providers')
  const list = await handle({ event: routes.event, resolve: async () => new Response() })
  expect(await list.json()).toHaveProperty('credentials')

  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
  const entered = visit(
    '/login',
    form({ providerId: 'credentials', name: 'ada', redirectTo: '/home' }),
  )
  const leaving = await signIn(entered.event).catch((thrown: unknown) => thrown)
  expect(leaving).toEqual(new Redirect(`${origin}/home`))
  expect(entered.set.map(({ name }) => name)).toContain('__Host-portico.session')
  const left = visit('/', form({}))
  const gone = await signOut(left.event).catch((thrown: unknown) => thrown)
  expect(gone).toEqual(new Redirect(`${origin}/`))
})

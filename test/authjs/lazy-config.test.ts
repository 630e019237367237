import TheirCredentials from '@auth/core/providers/credentials'
import { describe, expect, test } from 'vitest'
import { Auth } from '../../src/authjs/index.ts'
import NextAuth, { type NextAuthConfig } from '../../src/authjs/next-auth.ts'
import type { Theme } from '../../src/types/theme.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { secret } from '../setup.ts'

const anybody = ({ name }: Partial<Record<string, unknown>>) =>
  name ? { id: `u-${name}`, name: String(name) } : null

/** Counts how often a configuration is read: that is when its providers are called. */
function counting() {
  let calls = 0
  const provider = () => {
    calls++
    return TheirCredentials({ credentials: { name: {} }, authorize: anybody })
  }
  return { provider, calls: () => calls }
}

const tenantOf = ({ url }: Request) => new URL(url).hostname

/** What an application with many tenants writes. */
function forTenant(tenant: string, more: Partial<NextAuthConfig> = {}): NextAuthConfig {
  return {
    secret: `${tenant} ${secret}`,
    url: `https://${tenant}`,
    logger,
    providers: [],
    ...more,
    runtime: { env: { NODE_ENV: 'test' }, ...more.runtime },
  }
}

const logger = { warn: () => {}, error: () => {} }

/** An application that makes its configuration when it is asked, and only then. */
function application(make: (request: Request) => NextAuthConfig) {
  const ask = (url: string, init: RequestInit = {}) => {
    const request = new Request(url, init)
    return Auth(request, make(request))
  }
  return {
    session: async (host: string, cookie = '', query = '') =>
      (await ask(`https://${host}/auth/session${query}`, { headers: { cookie } })).json(),
    start: (host: string, provider: string, query = '') =>
      ask(`https://${host}/auth/signin/${provider}${query}`, {
        method: 'POST',
        headers: { origin: `https://${host}`, accept: 'application/json' },
      }),
    signIn: (host: string) =>
      ask(`https://${host}/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin: `https://${host}`, accept: 'application/json' },
        body: new URLSearchParams({ name: 'ada' }),
      }),
  }
}

describe('a configuration that is made for each request', () => {
  test('is read once, as long as it says the same', async () => {
    const { provider, calls } = counting()
    const { session } = application(() => forTenant('a.test', { providers: [provider] }))
    await session('a.test')
    const first = calls()
    expect(first).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) await session('a.test')
    expect(calls()).toBe(first)
  })

  test('is read anew where it says something else: no tenant is served what is meant for another', async () => {
    const { provider, calls } = counting()
    const { session, signIn } = application((request) =>
      forTenant(tenantOf(request), { providers: [provider] }),
    )
    const cookie = cookiesAfter(await signIn('a.test'))
    const first = calls()
    expect(await session('a.test', cookie)).toMatchObject({
      user: { id: 'u-ada' },
    })
    expect(await session('b.test', cookie)).toBeNull()
    expect(calls()).toBe(2 * first)
    expect(await session('a.test', cookie)).toMatchObject({
      user: { id: 'u-ada' },
    })
    expect(calls()).toBe(2 * first)
  })

  test('calls the functions that came with the request, whatever they hold on to', async () => {
    const { session, signIn } = application((request) => {
      const page = new URL(request.url).search
      return forTenant('a.test', {
        providers: [TheirCredentials({ credentials: { name: {} }, authorize: anybody })],
        callbacks: { session: ({ session: known }) => ({ ...known, page }) },
      })
    })
    const cookie = cookiesAfter(await signIn('a.test'))
    const asked = ['?1', '?2', '?1', '?3'].map((query) => session('a.test', cookie, query))
    expect((await Promise.all(asked)).map(({ page }) => page)).toEqual(['?1', '?2', '?1', '?3'])
  })

  test('may be one object that the application goes on to change', async () => {
    const config = forTenant('a.test', { pages: {} })
    const { auth } = NextAuth((request) => {
      const { hostname } = new URL(request?.url ?? '')
      Object.assign(config, { url: `https://${hostname}` })
      Object.assign(config.pages ?? {}, { signIn: `/login-of-${hostname}` })
      config.callbacks = { authorized: denied }
      return config
    })
    const sentTo = async (host: string) => {
      const url = new URL(`https://${host}/inside`)
      const response = await auth(new Request(url, { headers: { host } }))
      return new URL(response.headers.get('location') ?? '').pathname
    }
    for (const host of ['a.test', 'b.test', 'a.test']) {
      expect(await sentTo(host)).toBe(`/login-of-${host}`)
    }
  })

  test('may refer to itself, in more than one way', async () => {
    const { provider, calls } = counting()
    const { session } = application((request) => {
      const brand: Theme & Record<string, unknown> = { tenant: tenantOf(request) }
      const circle = Object.assign(brand, { parent: brand, root: brand, parts: [brand, brand] })
      return forTenant('a.test', { providers: [provider], theme: circle })
    })
    await session('a.test')
    const first = calls()
    await session('a.test')
    expect(calls()).toBe(first)
    await session('b.test')
    expect(calls()).toBeGreaterThan(first)
  })

  test('counts tries all the same, for each tenant apart', async () => {
    const { signIn } = application((request) =>
      forTenant(tenantOf(request), {
        providers: [TheirCredentials({ credentials: { name: {} }, authorize: () => null })],
        limits: { credentials: { perAccount: 3 } },
      }),
    )
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await signIn('c.test')).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    expect((await signIn('d.test')).status).toBe(401)
  })

  test('asks a platform for its metadata once, although its functions are made anew', async () => {
    const asked: string[] = []
    const platform =
      (issuer: string): typeof fetch =>
      async (input) => {
        asked.push(String(input instanceof Request ? input.url : input))
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        })
      }
    const { start } = application((request) => {
      const issuer = `https://${new URL(request.url).searchParams.get('at')}`
      const club = { id: 'club', name: 'Club', type: 'oidc', clientId: 'c', clientSecret: 's' }
      return forTenant('a.test', {
        // Only the function knows which platform is meant.
        providers: [() => ({ ...club, issuer })],
        runtime: { fetch: platform(issuer) },
        callbacks: { session: ({ session: known }) => known },
      })
    })
    for (const at of ['one.test', 'two.test', 'one.test', 'two.test']) {
      const { url } = await (await start('a.test', 'club', `?at=${at}`)).json()
      expect(new URL(url).host).toBe(at)
    }
    expect(asked).toHaveLength(2)
  })

  test('is forgotten in the end, the one that was not asked for the longest time first', async () => {
    const { provider, calls } = counting()
    const { session } = application((request) =>
      forTenant(tenantOf(request), { providers: [provider] }),
    )
    for (let n = 0; n <= 100; n++) await session(`tenant-${n}.test`)
    const all = calls()
    await session('tenant-100.test')
    expect(calls()).toBe(all)
    await session('tenant-0.test')
    expect(calls()).toBeGreaterThan(all)
  })
})

const denied = () => false

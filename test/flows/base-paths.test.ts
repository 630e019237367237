import { expect, test } from 'vitest'
import { Auth, type AuthInstance } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import { testAuth } from '../../src/testing.ts'
import { secret } from '../setup.ts'

const places: [string, { url?: string; basePath?: string; mount?: string }, string][] = [
  ['at the usual path', {}, '/'],
  ['at a path of their own', { basePath: '/auth' }, '/'],
  ['below a base path', { basePath: '/app/api/auth' }, '/app/'],
  ['below a base path of the address', { url: 'https://app.test/a/b/api/auth' }, '/a/b/'],
  ['below a mount that is cut off', { basePath: '/app/auth', mount: '/app' }, '/app/'],
  ['at a mount that is cut off whole', { basePath: '/app/auth', mount: '/app/auth' }, '/'],
]

/** An application that cuts the mount off before the handler sees a path. */
function cutting(mount = '') {
  return ({ handler }: Pick<AuthInstance, 'handler'>) =>
    (request: Request) => {
      const url = new URL(request.url)
      url.pathname = url.pathname.slice(mount.length)
      return handler(new Request(url, request))
    }
}

/** The path that a redirect leads to. */
function landing(response: Response): string {
  return new URL(response.headers.get('location') ?? '', 'https://app.test').pathname
}

test.each(places)('with routes %s, people land inside the application', async (_, at, home) => {
  const { browser } = await testAuth({ providers: [GitHub], ...at }, { app: cutting(at.mount) })
  expect(landing(await browser.signIn('github', { as: 'ada' }))).toBe(home)
  expect(landing(await browser.signOut())).toBe(home)
  await browser.signIn('github', { as: 'ada' })
  const linked = await browser.signIn('github', { as: 'noor', link: true })
  expect(landing(linked)).toBe(home)
})

test('a redirect callback is asked about the start page inside the application', async () => {
  const asked: string[] = []
  const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }) => {
    asked.push(url, baseUrl)
    return url
  }
  const { browser } = await testAuth({
    providers: [GitHub],
    basePath: '/app/api/auth',
    callbacks: { redirect },
  })
  expect(landing(await browser.signIn('github', { as: 'ada' }))).toBe('/app')
  expect(asked[0]).toBe(`${asked[1]}/app`)
})

function warningsOf(config: { url?: string; basePath?: string }, env = {}): string[] {
  const warnings: string[] = []
  const logger = { warn: (line: string) => void warnings.push(line) }
  const keys = { clientId: 'app', clientSecret: 'a-secret' }
  Auth({
    providers: [GitHub(keys)],
    secret,
    logger,
    runtime: { env: { NODE_ENV: 'test', ...env } },
    ...config,
  })
  return warnings
}

test('an address that ends with the application’s own path is named at the start', () => {
  const told =
    'ends with /app, so that is where the routes are. If your application is there, end it with /app/api/auth.'
  expect(warningsOf({}, { AUTH_URL: 'https://host.test/app' })).toEqual([`AUTH_URL ${told}`])
  expect(warningsOf({ url: 'https://host.test/app/' })).toEqual([`\`url\` ${told}`])
})

test.each(['', '/', '/api/auth', '/app/api/auth', '/auth', '/sign-in', '/account/login'])(
  'an address that ends with "%s" is no news',
  (path) => {
    expect(warningsOf({ url: `https://host.test${path}` })).toEqual([])
  },
)

test('a base path that is written down is meant', () => {
  expect(warningsOf({ url: 'https://host.test/app', basePath: '/app' })).toEqual([])
})

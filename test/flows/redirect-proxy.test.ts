import { expect, test } from 'vitest'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { club, clubPlatform, keys } from './club.ts'

// Platforms know one callback address; previews of an application live at many. The stable deployment hands callbacks on.

const stableOrigin = 'https://login.app.test'
const previewOrigin = 'https://pr-7.preview.test'
const redirectProxyUrl = `${stableOrigin}/api/auth`
const callback = '/api/auth/callback/club'

function deploy(
  world: Emulator,
  url: string | undefined,
  config: Partial<AuthConfig>,
): AuthInstance {
  return Auth({
    providers: [club()],
    secret,
    ...(url && { url }),
    logger: { error() {}, warn() {} },
    ...config,
    runtime: {
      fetch: world.fetch,
      now: world.clock.now,
      ...config.runtime,
      env: { NODE_ENV: 'test', ...config.runtime?.env },
    },
  })
}

interface Scene {
  world: Emulator
  stable: AuthInstance
  preview: TestBrowser
  /** Takes somebody from the platform to the stable deployment, and returns its answer. */
  arrive(url: string): Promise<Response>
}

async function scene(
  previewConfig: Partial<AuthConfig>,
  stableConfig: Partial<AuthConfig> = {},
): Promise<Scene> {
  const { clientId: client_id, clientSecret: client_secret } = keys
  const app = { client_id, client_secret, redirect_uris: [stableOrigin + callback] }
  const world = await emulator({ platforms: [clubPlatform({ apps: [app] })] })
  const stable = deploy(world, stableOrigin, {
    redirectProxyUrl,
    trustedOrigins: ['https://*.preview.test'],
    ...stableConfig,
  })
  const arrive = async (url: string) => stable.handler(new Request(await world.approve(url)))
  const preview = createBrowser({
    origin: previewOrigin,
    app: deploy(world, previewOrigin, previewConfig).handler,
    now: world.clock.now,
    atPlatform: async (url) => (await arrive(url)).headers.get('location') ?? '',
  })
  return { world, stable, preview, arrive }
}

function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'none:')
}

test.each<[string, Partial<AuthConfig>]>([
  ['on the configuration', { redirectProxyUrl }],
  ['on the provider', { providers: [club({ redirectProxyUrl })] }],
  ['in the environment', { runtime: { env: { AUTH_REDIRECT_PROXY_URL: redirectProxyUrl } } }],
])('a visitor of a preview signs in through the stable address: %s', async (_where, config) => {
  const { preview, world } = await scene(config)
  await preview.signIn('club', { callbackUrl: '/welcome' })
  expect(await preview.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  const exchange = world.received.find(({ endpoint }) => endpoint === 'token')
  // RFC 6749 §4.1.3: the same address as in the authorization request.
  expect(exchange?.body).toMatchObject({ redirect_uri: stableOrigin + callback })
})

test('a provider’s own redirect proxy wins over the configuration’s', async () => {
  const providers = [club({ redirectProxyUrl })]
  const { preview } = await scene({
    providers,
    redirectProxyUrl: 'https://other.app.test/api/auth',
  })
  const url = new URL(await preview.start('club'))
  expect(url.searchParams.get('redirect_uri')).toBe(stableOrigin + callback)
})

test.each([['pkce'], ['none']] as const)('state is added to checks: [%s]', async (check) => {
  const { preview } = await scene({ redirectProxyUrl, providers: [club({ checks: [check] })] })
  const url = new URL(await preview.start('club'))
  expect(url.searchParams.get('state')).toMatch(/.{43,}/)
  await preview.signIn('club')
  expect(await preview.session()).not.toBeNull()
})

test('the stable deployment hands on what came, and uses none of it', async () => {
  const { preview, world, arrive } = await scene({ redirectProxyUrl })
  const response = await arrive(await preview.start('club'))
  const target = locationOf(response)
  expect(target.origin + target.pathname).toBe(previewOrigin + callback)
  expect([...target.searchParams.keys()].sort()).toEqual(['code', 'state'])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(world.received.some(({ endpoint }) => endpoint === 'token')).toBe(false)
})

test('a refusal at the platform is handed on too', async () => {
  const { preview, stable, world } = await scene({ redirectProxyUrl })
  const back = await world.approve(await preview.start('club'), { deny: true })
  const target = locationOf(await stable.handler(new Request(back)))
  expect(target.origin).toBe(previewOrigin)
  const answer = await preview.visit(target.href)
  expect(locationOf(answer).searchParams.get('error')).toBe('AccessDenied')
})

test('the stable deployment’s own visitors sign in there', async () => {
  const { stable, world } = await scene({ redirectProxyUrl })
  const atPlatform = (url: string) => world.approve(url)
  const browser = createBrowser({ origin: stableOrigin, app: stable.handler, atPlatform })
  await browser.signIn('club')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
})

test('a preview that is not trusted gets no code, and the visitor CheckFailed', async () => {
  const { preview, arrive } = await scene(
    { redirectProxyUrl },
    { trustedOrigins: ['https://preview.test.evil.test', 'https://*.other.test'] },
  )
  const target = locationOf(await arrive(await preview.start('club')))
  expect(target.origin).toBe(stableOrigin)
  expect(target.searchParams.get('error')).toBe('CheckFailed')
  expect(target.searchParams.has('code')).toBe(false)
})

test('a callback for a deployment with another secret stays, with FlowMissing', async () => {
  const { preview, arrive } = await scene({
    redirectProxyUrl,
    secret: 'another-secret-of-sufficient-length-9876543210',
  })
  const target = locationOf(await arrive(await preview.start('club')))
  expect(target.origin).toBe(stableOrigin)
  expect(target.searchParams.get('error')).toBe('FlowMissing')
})

test('an address written by hand into the state leads nowhere', async () => {
  const { stable } = await scene({ redirectProxyUrl })
  const forged = btoa(JSON.stringify({ callbackUrl: `${previewOrigin}${callback}` }))
  const url = `${stableOrigin}${callback}?code=x&state=abc.${forged}`
  expect(locationOf(await stable.handler(new Request(url))).origin).toBe(stableOrigin)
})

test('a callback that comes too late stays, with FlowExpired', async () => {
  const { preview, stable, world } = await scene({ redirectProxyUrl })
  const back = await world.approve(await preview.start('club'))
  world.clock.advance('11m')
  const target = locationOf(await stable.handler(new Request(back)))
  expect(target.origin).toBe(stableOrigin)
  expect(target.searchParams.get('error')).toBe('FlowExpired')
})

test('a callback handed on to another browser signs nobody in there', async () => {
  const { preview, arrive, world } = await scene({ redirectProxyUrl })
  const target = locationOf(await arrive(await preview.start('club')))
  const app = deploy(world, previewOrigin, { redirectProxyUrl }).handler
  const thief = createBrowser({ origin: previewOrigin, app })
  expect(locationOf(await thief.visit(target.href)).searchParams.get('error')).toBe('FlowMissing')
  expect(await thief.session()).toBeNull()
})

test('form_post goes straight to the deployment: a cross-site form cannot be handed on', async () => {
  const authorization = { params: { response_mode: 'form_post' } }
  const providers = [club({ options: { authorization } })]
  const { preview } = await scene({ redirectProxyUrl, providers })
  const url = new URL(await preview.start('club'))
  expect(url.searchParams.get('redirect_uri')).toBe(previewOrigin + callback)
})

test.each([
  ['a wildcard does not cover it', ['https://*.preview.test'], stableOrigin],
  ['its name does', [previewOrigin], previewOrigin],
])('an address that only a Host header told: %s', async (_what, trustedOrigins, arrived) => {
  const { world, arrive } = await scene({}, { trustedOrigins })
  const { handler } = deploy(world, undefined, { redirectProxyUrl, trustHost: true })
  const visitor = createBrowser({ origin: previewOrigin, app: handler, now: world.clock.now })
  const target = locationOf(await arrive(await visitor.start('club')))
  expect([target.origin, target.searchParams.has('code')]).toEqual([
    arrived,
    arrived === previewOrigin,
  ])
})

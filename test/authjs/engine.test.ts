import { Auth } from '@auth/core'
import TikTok from '@auth/core/providers/tiktok'
import { afterEach, expect, test, vi } from 'vitest'
import { type Emulator, emulator, tiktok } from '../../src/emulator/index.ts'
import { createBrowser } from '../../src/testing.ts'

// Auth.js whole, engine and module, with the practice TikTok: what fails there fails at TikTok.

afterEach(() => {
  vi.unstubAllGlobals()
})

const keys = { clientId: 'awpractice00000008', clientSecret: 'practice-secret-of-number-eight-08' }
const local = 'http://localhost:3000'
const web = 'https://app.test'
const path = '/api/auth/callback/tiktok'
const app = {
  client_key: keys.clientId,
  client_secret: keys.clientSecret,
  web: [`${web}${path}`],
  desktop: [`${local}${path}`],
}

async function signIn(origin: string, prepare: (world: Emulator) => void = () => {}) {
  // It asks without the final slash, which TikTok takes so far.
  const platform = tiktok({ apps: [app], doubts: { authorizeSlash: 'optional' } })
  const world = await emulator({ platforms: [platform] })
  vi.stubGlobal('fetch', world.fetch)
  const errors: string[] = []
  const logger = {
    error: (error: Error) => void errors.push(`${error} ${Object(error.cause).err?.message}`),
    warn() {},
    debug() {},
  }
  const config = { secret: 's'.repeat(32), trustHost: true, basePath: '/api/auth', logger }
  const engine = (request: Request) => Auth(request, { ...config, providers: [TikTok(keys)] })
  const browser = createBrowser({ origin, app: engine, now: world.clock.now })
  const { csrfToken } = await (await browser.visit(`${origin}/api/auth/csrf`)).json()
  const start = await browser.submit(`${origin}/api/auth/signin/tiktok`, { csrfToken })
  const asked = new URL(start.headers.get('location') ?? '')
  const back = await world.approve(asked, { as: 'ada' })
  prepare(world)
  await browser.visit(back.href)
  const session = await (await browser.visit(`${origin}/api/auth/session`)).json()
  return { asked: asked.searchParams, session, errors, world }
}

test('Auth.js cannot sign in on localhost, and does not say why', async () => {
  const { asked, session, errors, world } = await signIn(local)
  expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(session).toBeNull()
  expect(world.received.at(-1)?.endpoint).toBe('token')
  expect(errors.join()).toContain('"access_token" property must be a string')
  expect(errors.join()).not.toContain('Code verifier')
})

test('on the web it signs in without state', async () => {
  const { asked, session } = await signIn(web)
  expect(session).toMatchObject({ user: { name: 'Ada' } })
  expect(asked.has('state')).toBe(false)
})

test('of a wrong secret it only says that a token is missing', async () => {
  const refused = (world: Emulator) => world.next({ endpoint: 'token', answer: 'invalid_client' })
  const { session, errors } = await signIn(web, refused)
  expect(session).toBeNull()
  expect(errors.join()).not.toContain('invalid_client')
})

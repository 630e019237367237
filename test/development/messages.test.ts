import { expect, test } from 'vitest'
import { Auth, type AuthConfig } from '../../src/index.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { describe } from '../../src/services/log.ts'
import { createBrowser } from '../../src/testing.ts'
import { strong } from '../attacks/mistakes.ts'

const keys = { clientId: 'id', clientSecret: 'a-secret-that-somebody-was-given' }
const sound = { NODE_ENV: 'test', AUTH_SECRET: strong }
const deployed = { NODE_ENV: 'production', AUTH_SECRET: strong, AUTH_URL: 'https://app.example' }

/** What somebody reads who makes a mistake, line by line. */
function saidOf(config: object, env: NodeJS.Dict<string> = sound) {
  const said: string[] = []
  const auth = Auth({
    providers: [Google(keys)],
    logger: {
      error: (error) => void said.push(...describe(error).split('\n')),
      warn: (line) => void said.push(line),
    },
    // Mistakes are what a compiler would not have let pass.
    ...(config as Partial<AuthConfig>),
    runtime: { env, ...(config as Partial<AuthConfig>).runtime },
  })
  return { auth, said }
}

test.each([
  [
    'an address without http://',
    {},
    { ...sound, AUTH_URL: 'localhost:3100' },
    /AUTH_URL is "localhost:3100".*https:\/\/ or http:\/\//,
  ],
  [
    'a misspelt option',
    { databse: 'file:./auth.db' },
    sound,
    /"databse".*Did you mean "database"\?/,
  ],
  [
    '`provider` for `providers`',
    { providers: undefined, provider: [TikTok] },
    sound,
    /no providers → Did you mean `providers`\?/,
  ],
  [
    'a misspelt callback',
    { callbacks: { signin: () => true } },
    sound,
    /"signin": it would never be called\. → Did you mean "signIn"\?/,
  ],
  [
    '`scopes`',
    { providers: [Google({ ...keys, scopes: 'x' } as object)] },
    sound,
    /"scopes" of the provider google.*authorization/,
  ],
  [
    '`clientID`, where nothing else is right',
    { providers: [Google({ clientID: 'x' } as object)] },
    deployed,
    /"clientID" of the provider google.*`clientId`/,
  ],
  ['`theme.colour`', { theme: { colour: 'red' } }, sound, /"theme\.colour".*"theme\.brandColor"/],
  ['`pages.signin`', { pages: { signin: '/login' } }, sound, /"pages\.signin".*"pages\.signIn"/],
])('%s is named, with what was meant', (_mistake, config, env, expected) => {
  expect(saidOf(config, env).said).toContainEqual(expect.stringMatching(expected))
})

test('an address with a password is named by its scheme only', () => {
  const { said } = saidOf({}, { ...sound, AUTH_URL: 'postgres://ada:lovelace@db/auth' })
  expect(said.join()).toContain('AUTH_URL is "postgres:…"')
  expect(said.join()).not.toContain('lovelace')
})

test('a configuration with nothing set prints one problem per line', () => {
  const { said } = saidOf({ providers: [TikTok] }, {})
  expect(said.map((line) => line.trim().slice(0, 3))).toEqual(['Con', '1. ', '2. ', '3. ', 'nod'])
})

test('a form from another port is told both addresses', async () => {
  const { auth, said } = saidOf({}, { ...sound, AUTH_URL: 'http://localhost:3000' })
  const headers = { origin: 'http://localhost:3001' }
  const init = { method: 'POST', headers, body: new URLSearchParams() }
  await auth.handler(new Request('http://localhost:3000/api/auth/signin/google', init))
  expect(said.join()).toMatch(/came from http:\/\/localhost:3001, .* at http:\/\/localhost:3000/)
})

test('a path that is nowhere is named with where the routes are', async () => {
  const { auth, said } = saidOf({}, { ...sound, AUTH_URL: 'http://localhost:3000/app' })
  await auth.handler(new Request('http://localhost:3000/api/auth/signin'))
  expect(said.join()).toContain('no path /api/auth/signin; the routes are below /app')
})

test('a foreign callbackUrl is named while developing, and no news in production', async () => {
  const signOut = async (NODE_ENV: string) => {
    const origin = 'http://localhost:3000'
    const { auth, said } = saidOf({}, { ...sound, NODE_ENV, AUTH_URL: origin })
    const browser = createBrowser({ origin, app: auth.handler })
    await browser.submit('/api/auth/signout', { callbackUrl: 'https://elsewhere.example/' })
    return said.join()
  }
  expect(await signOut('test')).toMatch(/callbackUrl "https:\/\/elsewhere\.example\/" .* ignored/)
  expect(await signOut('production')).toBe('')
})

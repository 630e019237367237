import { afterEach, expect, test, vi } from 'vitest'
import { oauth2, oidc } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import { createBrowser } from '../../src/testing.ts'

afterEach(() => void vi.unstubAllEnvs())

/** The message of a sign-in at an application whose configuration is refused. */
async function refusal(): Promise<string> {
  const keys = { clientId: 'app', clientSecret: 'a-secret' }
  const auth = Auth({ providers: [GitHub(keys)], secret: 'short', logger: { error: () => {} } })
  const browser = createBrowser({ origin: 'http://localhost:3000', app: auth.handler })
  return browser.signIn('github').then(
    () => '',
    (error: Error) => error.message,
  )
}

test('a sign-in that is refused is told in one line, without the page', async () => {
  const message = await refusal()
  expect(message).toMatch(/^The sign-in with github did not start: 500 “[^<\n]{5,200}”\. The app/)
})

test('tests without NODE_ENV are told what to set', async () => {
  vi.stubEnv('NODE_ENV', undefined)
  expect(await refusal()).toContain('set NODE_ENV=test')
})

const at = 'https://acme.test'

test.each<[string, unknown, string]>([
  ['nothing', undefined, "`id` must be a name such as 'acme', not undefined"],
  ['no endpoints', { id: 'acme' }, '`authorize.url` must be an address'],
  ['an endpoint as a text', { id: 'acme', authorize: at }, '`authorize.url` must be an address'],
  [
    'a path for an address',
    { id: 'acme', authorize: { url: '/authorize' }, token: { url: at } },
    '`authorize.url` must be an address such as https://acme.test/…, not "/authorize"',
  ],
  ['no token endpoint', { id: 'acme', authorize: { url: at } }, '`token.url` must be an address'],
  [
    'a profile that is not a function',
    {
      ...{ id: 'acme', authorize: { url: at }, token: { url: at } },
      resources: [{ url: `${at}/me`, answer: { id: 1 } }],
    },
    '`resources.0.answer` must be a function that returns the profile, not {"id":1}',
  ],
])('oauth2() refuses %s at the call', (_, description, message) => {
  expect(() => Reflect.apply(oauth2, undefined, [description])).toThrow(`oauth2(): ${message}`)
})

test('oidc() refuses an issuer that is no address at the call', () => {
  expect(() => oidc({ id: 'acme', issuer: 'acme' })).toThrow('oidc(): `issuer` must be an address')
})

import { describe, expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { base, idp, plain, program, sessionsIn, stage } from './stage.ts'

// Better Auth #9645, #9973, #10368: a header of the attacker's choice took the place of Origin, a beginning was enough, and whoever
// brought no cookie was not asked where they came from.

/** An origin in all the spellings that are not it. */
const spellings = ({ host, origin }: URL) => [
  'null',
  `http://${host}`,
  `${origin}.evil.test`,
  `${origin}.`,
  `${origin}:443`,
  `${origin}:8443`,
  `${origin}/`,
  `${origin}/api/auth`,
  `${origin}#`,
  `${origin}?`,
  `${origin}@evil.test`,
  `https://user@${host}`,
  `https://evil.test\\@${host}`,
  `https://evil${host}`,
  `https://x.${host}`,
  `https://evil.test/${origin}`,
  `${origin} https://evil.test`,
  `https://evil.test ${origin}`,
  `${origin}, https://evil.test`,
  `https://evil.test, ${origin}`,
  origin.toUpperCase(),
  `https://${host.toUpperCase()}`,
  `app://${host}`,
  `myapp://`,
  `chrome-extension://${host}`,
  host,
  `//${host}`,
  `https:${host}`,
  `https:/${host}`,
  'https://',
  'https://*',
  '*',
  origin.slice(0, -1),
  encodeURIComponent(origin),
  `"${origin}"`,
]

const ours = new URL(origin)

/** Headers that some library believed in the place of Origin. */
const substitutes = [
  'expo-origin',
  'x-origin',
  'x-original-origin',
  'x-forwarded-origin',
  'x-requested-origin',
  'referer',
  'x-requested-with',
  'x-csrf-token',
  'x-auth-return-redirect',
  'host',
  'x-forwarded-host',
  'forwarded',
]

const foreign: [string, Record<string, string>][] = [
  ...spellings(ours).map((from): [string, Record<string, string>] => [
    `Origin: ${from}`,
    { origin: from },
  ]),
  ...substitutes.map((name): [string, Record<string, string>] => [
    `${name} in the place of Origin`,
    { [name]: origin },
  ]),
  ...substitutes.map((name): [string, Record<string, string>] => [
    `${name} besides another Origin`,
    { [name]: origin, origin: 'https://evil.test' },
  ]),
]

/** Every address that does something. */
const doors: Record<string, Record<string, string>> = {
  '/signin/plain': {},
  '/signin/idp': { callbackUrl: '/' },
  '/signin/email': { email: 'victim@corp.test' },
  '/callback/email': { code: '123456', flow: 'x' },
  '/callback/credentials': { name: 'mallory' },
  '/webauthn-options/passkey': { action: 'authenticate' },
  '/callback/passkey': { action: 'authenticate', data: '{}' },
  '/session': { data: 'x' },
  '/signout': {},
  '/account': { action: 'disconnect', provider: 'plain' },
}

/** An application with every way in, and what it did for strangers. */
async function open() {
  const done: string[] = []
  const password = Credentials({
    credentials: { name: {} },
    authorize: ({ name }) => {
      done.push('password')
      return { id: String(name), name: String(name) }
    },
  })
  const email = Email({
    from: 'hello@acme.test',
    sendVerificationRequest: async () => void done.push('mail'),
  })
  const at = await stage({ providers: [plain, idp, email, password, Passkey], limits: false })
  return { ...at, done }
}

function post(browser: TestBrowser, path: string, headers: Record<string, string>) {
  const body = new URLSearchParams(doors[path])
  const request = new Request(base + path, { method: 'POST', headers: {}, body })
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return browser.send(request)
}

describe.each(Object.keys(doors))('POST %s', (path) => {
  test.each(['with', 'without'])('%s cookies is refused to every other origin', async (cookies) => {
    const { browser, open: another, done, writes } = await open()
    if (cookies === 'with') await browser.signIn('plain', { as: 'ada' })
    const before = [...writes]
    for (const [what, headers] of foreign) {
      const from = cookies === 'with' ? browser : another()
      const response = await post(from, path, { ...program, ...headers })
      expect([what, response.status]).toEqual([what, 403])
      expect(await response.json()).toMatchObject({ error: 'CrossSite' })
      expect(sessionsIn(response)).toEqual([])
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(done).toEqual([])
    expect(writes).toEqual(before)
  })

  test('is open to our own', async () => {
    const { browser } = await open()
    await browser.signIn('plain', { as: 'ada' })
    const response = await post(browser, path, { ...program, origin })
    expect(response.status).not.toBe(403)
  })
})

describe('an origin that may act', () => {
  const front = 'https://front.app.test'
  const trustedOrigins = [{ origin: front, act: true }]
  const asks = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', ...program }

  test('is that one, letter by letter', async () => {
    const { browser } = await stage({ trustedOrigins })
    await browser.signIn('plain', { as: 'ada' })
    for (const from of spellings(new URL(front))) {
      const response = await post(browser, '/signout', { ...asks, origin: from })
      expect([from, response.status]).toEqual([from, 403])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const name of substitutes) {
      const response = await post(browser, '/signout', { ...asks, [name]: front })
      expect([name, response.status]).toEqual([name, 403])
    }
    expect(await browser.session()).not.toBeNull()
    expect((await post(browser, '/signout', { ...asks, origin: front })).status).toBe(200)
  })
})

import { describe, expect, test } from 'vitest'
import { cookiesNamed } from '../../src/http/cookies.ts'
import type { JWT } from '../../src/types/models.ts'
import { base, idp, plain, stage } from './stage.ts'

/** Every form that starts something, and every page that clears something, with a Cookie header of the attacker's. */
const requests: [string, (cookie: string) => Request][] = [
  ['the start of a sign-in', (cookie) => form('/signin/plain', cookie)],
  ['a sign-out', (cookie) => form('/signout', cookie)],
  ['the sign-in page', (cookie) => page('/signin?error=AccessDenied', cookie)],
  ['a callback', (cookie) => page('/callback/plain?code=x&state=00000000aaaaaaaa', cookie)],
  ['the session', (cookie) => page('/session', cookie)],
]

const origin = new URL(base).origin

function form(path: string, cookie: string): Request {
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' }
  return new Request(base + path, { method: 'POST', headers, body: new URLSearchParams() })
}

function page(path: string, cookie: string): Request {
  return new Request(base + path, { headers: { cookie, accept: 'text/html' } })
}

const names = [
  'flow.',
  'flow.00000000aaaaaaaa',
  'session',
  'session.0',
  'flash',
  'last',
  'csrf',
  'accounts',
]

const headers: [string, (name: string) => string][] = [
  ['one name 3,000 times', (name) => Array(3000).fill(`${name}=x`).join('; ')],
  ['3,000 names', (name) => Array.from({ length: 3000 }, (_, i) => `${name}${i}=x`).join('; ')],
  ['3,000 chunks', (name) => Array.from({ length: 3000 }, (_, i) => `${name}.${i}=x`).join('; ')],
  [
    '3,000 chunks, the last first',
    (name) => Array.from({ length: 3000 }, (_, i) => `${name}.${2999 - i}=x`).join('; '),
  ],
]

describe.each(requests)('%s', (_, send) => {
  test.each(headers)('gets a small answer to a Cookie header with %s', async (_, header) => {
    const { auth } = await stage()
    for (const name of names) {
      const response = await auth.handler(send(header(`__Host-portico.${name}`)))
      const lines = response.headers.getSetCookie()
      expect(lines.length).toBeLessThan(50)
      expect(lines.join('').length).toBeLessThan(10_000)
      expect(new Set(lines.map((line) => line.split('=')[0])).size).toBe(lines.length)
    }
  })
})

test('a large Cookie header is read once, however many names it repeats', () => {
  const header = Array.from({ length: 200_000 }, (_, i) => `p.${i % 1000}=${i}`).join('; ')
  const found = cookiesNamed(header, 'p.')
  expect(found.size).toBe(1000)
  expect(found.get('p.7')).toBe('7')
})

describe('a platform that answers with a form, where browsers send no session along', () => {
  const posting = { ...idp, authorization: { params: { response_mode: 'form_post' } } }

  /** Ada is signed in with so many chunks, and Noor comes by the form. */
  async function replaced(ada: number, noor: JWT | null) {
    const at = await stage({
      providers: [plain, posting],
      session: { strategy: 'cookie' },
      callbacks: {
        jwt({ token, account }) {
          const own = account?.provider === 'plain' ? { note: 'x'.repeat(ada) } : noor
          return account && own ? { ...token, ...own } : account ? own : token
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    expect(await at.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    await at.browser.signIn('idp', { as: 'noor' })
    return at.browser.session()
  }

  test.each([
    [10, 10],
    [10, 9000],
    [9000, 10],
    [9000, 4000],
    [4000, 9000],
  ])('the session of %i bytes before gives way to one of %i', async (ada, noor) => {
    const session = await replaced(ada, { note: 'x'.repeat(noor) })
    expect(session?.user.name).toMatch(/^Noor/)
  })

  test('the session before ends when the application refuses the new one', async () => {
    expect(await replaced(10, null)).toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestSource } from '../../src/http/request-source.ts'
import { Auth } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { type Door, guardedText } from '../frameworks/doors/door.ts'
import { doors } from '../frameworks/doors/index.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { secret } from '../setup.ts'
import { plain } from './stage.ts'

/** An application that signs in and out by its own code, in a framework, and the mails that it sent. */
function application(url: string, mails: string[], front?: string) {
  return Auth({
    url,
    secret,
    storage: memory(),
    limits: false,
    trustedOrigins: front ? [{ origin: front, act: true }] : [],
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { warn() {}, error() {} },
    providers: [
      plain,
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
      Email({
        from: 'hello@acme.test',
        sendVerificationRequest: ({ identifier }) => void mails.push(identifier),
      }),
    ],
  })
}

type Sent = Record<string, string>

const elsewhere: Record<string, Sent> = {
  'another site': { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  'another site, in an old browser': { origin: 'https://evil.test' },
  'a page that hides where it is': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'a neighbouring subdomain': { origin: 'https://x.app.test', 'sec-fetch-site': 'same-site' },
  'a link of another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
}

describe.each(Object.entries(doors))('server code in %s', (_, open) => {
  const mails: string[] = []
  let door: Door
  let origin = ''

  beforeAll(async () => {
    door = await open((url) => {
      origin = url
      return application(url, mails)
    })
  })

  afterAll(() => door.close())

  const post = (path: string, headers: Sent) => {
    const body = new URLSearchParams({ a: 'b' })
    return door.send(path, { method: 'POST', headers: { accept: 'text/html', ...headers }, body })
  }

  /** A link that was followed, or a form that was sent. */
  const act = (path: string, headers: Sent) =>
    'sec-fetch-mode' in headers
      ? door.send(path, { headers: { accept: 'text/html', ...headers } })
      : post(path, headers)

  const own = () => ({ origin, 'sec-fetch-site': 'same-origin' })

  test.each(Object.entries(elsewhere))(
    'answers CrossSite and starts no session for %s',
    async (_, headers) => {
      const response = await act('/login', headers)
      expect(response.headers.get('location')).toBe(`${origin}/api/auth/error?error=CrossSite`)
      expect(response.headers.getSetCookie().join()).not.toContain('.session=')
      const program = await act('/login', { ...headers, accept: 'application/json' })
      expect([program.status, await program.json()]).toEqual([403, { error: 'CrossSite' }])
    },
  )

  test.each(Object.entries(elsewhere))(
    'answers CrossSite and sends no mail for %s',
    async (_, headers) => {
      mails.length = 0
      const response = await act('/mail', headers)
      expect(response.headers.get('location')).toContain('error=CrossSite')
      expect(mails).toEqual([])
    },
  )

  test.each(Object.entries(elsewhere))(
    'answers CrossSite for %s, and the visitor stays signed in',
    async (_, headers) => {
      const cookie = cookiesAfter(await post('/login', own()))
      const response = await act('/logout', { ...headers, cookie })
      expect(response.headers.get('location')).toContain('error=CrossSite')
      expect(response.headers.getSetCookie()).toEqual([])
      const page = await door.send('/guarded', { headers: { cookie } })
      expect([page.status, await page.text()]).toEqual([200, guardedText])
    },
  )

  const here: [string, (origin: string) => Sent][] = [
    ['a form of its own', () => own()],
    ['a form of its own, in an old browser', (from) => ({ origin: from })],
    ['a program', () => ({})],
    ['a person who typed the address', () => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': '' })],
  ]

  test.each(here)('signs in and out, and sends mails, for %s', async (_, headers) => {
    mails.length = 0
    const cookie = cookiesAfter(await act('/login', headers(origin)))
    expect((await door.send('/guarded', { headers: { cookie } })).status).toBe(200)
    const mailed = await act('/mail', headers(origin))
    expect(mailed.headers.get('location')).toContain('/verify-request')
    expect(mails).toEqual(['ada@acme.test'])
    const left = await act('/logout', { ...headers(origin), cookie })
    expect(left.headers.get('location')).toBe(`${origin}/`)
    expect(cookiesAfter(left, cookie)).not.toContain('.session=')
  })

  test('still leads to a platform from a link of another site', async () => {
    const response = await act('/platform', { ...elsewhere['a link of another site'] })
    expect(response.headers.get('location')).toContain('https://plain.test/authorize?')
  })
})

describe('a sign-up of the application’s own', () => {
  const home = 'https://app.test'
  const sources: Record<string, (headers: Sent) => RequestSource> = {
    'a request': (headers) => new Request(`${home}/sign-up`, { method: 'POST', headers }),
    headers: (headers) => new Headers(headers),
    'Node’s request': (headers) => ({ headers }),
  }

  async function signUp(source: RequestSource, front?: string) {
    const auth = application(home, [], front)
    const { headers } = await auth.signIn(source, 'credentials', { fields: { name: 'mallory' } })
    return headers.getSetCookie().join()
  }

  test.each(Object.entries(sources))(
    'refuses another site and takes its own, given %s',
    async (_, source) => {
      for (const headers of Object.values(elsewhere)) {
        const refused = { code: 'CrossSite', status: 403, url: expect.stringContaining('/error?') }
        await expect(signUp(source(headers))).rejects.toMatchObject(refused)
      }
      expect(await signUp(source({ origin: home }))).toContain('portico.session=')
    },
  )

  test('lets a front end of its own act, and no other', async () => {
    const front = 'https://www.app.test'
    const from = (origin: string) => new Headers({ origin, 'sec-fetch-site': 'same-site' })
    expect(await signUp(from(front), front)).toContain('portico.session=')
    await expect(signUp(from('https://x.app.test'), front)).rejects.toThrow('x.app.test')
  })
})

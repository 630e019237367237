import { afterEach, describe, expect, test, vi } from 'vitest'
import { base, type Stage, stage } from './stage.ts'

afterEach(() => void vi.restoreAllMocks())

const origin = new URL(base).origin
const session = '__Host-portico.session'

function page(path: string, cookie: string): Request {
  return new Request(base + path, { headers: { cookie, accept: 'text/html' } })
}

function form(path: string, cookie: string): Request {
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' }
  return new Request(base + path, { method: 'POST', headers, body: new URLSearchParams() })
}

const requests: [string, (cookie: string) => Request][] = [
  ['reads the session', (cookie) => page('/session', cookie)],
  ['shows the sign-in page', (cookie) => page('/signin', cookie)],
  ['starts a sign-in', (cookie) => form('/signin/plain', cookie)],
  ['signs out', (cookie) => form('/signout', cookie)],
]

/** How many characters were searched for, found or not, while a request was answered. */
async function work({ auth }: Stage, request: Request): Promise<[number, Response]> {
  let searched = 0
  const indexOf = String.prototype.indexOf
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    text: string,
    from = 0,
  ) {
    const found = Reflect.apply(indexOf, this, [text, from])
    searched += (found === -1 ? this.length : found) - from + 1
    return found
  })
  try {
    const response = await auth.handler(request)
    return [searched, response]
  } finally {
    spy.mockRestore()
  }
}

const cookies: [string, (count: number) => string][] = [
  ['chunks', (n) => Array.from({ length: n }, (_, i) => `${session}.${i}=x`).join('; ')],
  [
    'chunks, the last first',
    (n) => Array.from({ length: n }, (_, i) => `${session}.${n - i}=x`).join('; '),
  ],
  ['one chunk again and again', (n) => Array(n).fill(`${session}.0=x`).join('; ')],
  ['names that only look like a chunk', (n) => Array(n).fill(`x${session}.0=x`).join('; ')],
  ['blanks before a name', (n) => `${' '.repeat(n)}${session}.0=x;${' '.repeat(n)}${session}.1=x`],
  ['a count that a chunk names', (n) => `${session}=__chunked__${n}; ${session}.0=chunks:${n}`],
]

// GHSA-q5pr: the cookie said how many chunks it has, and each of them was looked for and removed.
describe.each(requests)('somebody who %s', (_, ask) => {
  test.each(cookies)('does work in proportion to the Cookie header: %s', async (_, make) => {
    const at = await stage({ session: { strategy: 'cookie' } })
    // Loads what is loaded once.
    await work(at, ask(make(10)))
    const header = make(4000)
    const [searched, response] = await work(at, ask(header))
    // Each of at most 16 chunks is looked for a few times, and not each of thousands.
    expect(searched).toBeLessThan(10_000 + 100 * header.length)
    expect(response.headers.getSetCookie().length).toBeLessThan(30)
  })
})

test.each(['999999999', '1e9', '-1', '00', '0x1', '16', '17', '99', '1.0', ' 0', '٣'])(
  'a chunk of the number “%s” is none of ours: neither read nor removed',
  async (number) => {
    const { auth, browser } = await stage({ session: { strategy: 'cookie' } })
    await browser.signIn('idp')
    const value = browser.cookies.get(session) ?? ''
    const half = Math.ceil(value.length / 2)
    const headers = (cookie: string) => ({
      cookie: Buffer.from(cookie).toString('latin1'),
      origin,
      'sec-fetch-site': 'same-origin',
    })
    const read = async (cookie: string) =>
      (await auth.handler(new Request(`${base}/session`, { headers: headers(cookie) }))).json()
    const [first, second] = [value.slice(0, half), value.slice(half)]
    expect(await read(`${session}.0=${first}; ${session}.1=${second}`)).not.toBeNull()
    expect(await read(`${session}.0=${first}; ${session}.${number}=${second}`)).toBeNull()
    expect(await read(`${session}.${number}=${first}; ${session}.1=${second}`)).toBeNull()
    const out = await auth.handler(
      new Request(`${base}/signout`, {
        method: 'POST',
        headers: headers(`${session}.${number}=x`),
        body: new URLSearchParams(),
      }),
    )
    const removed = out.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(removed).not.toContain(`${session}.${number}`)
  },
)

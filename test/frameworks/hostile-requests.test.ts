import { describe, expect, test } from 'vitest'
import { guardedText } from './doors/door.ts'
import { nodeDoors, webDoors } from './doors/index.ts'
import { cookiesAfter } from './people.ts'
import { enter, serve, written } from './raw-requests.ts'

const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

/** How many responses a connection brought. */
const responses = (answer: string) => answer.split(/HTTP\/1\.1 \d{3} /).length - 1

/** Paths that somebody might read as that of a route, after whatever they do to it. */
const spellings = [
  '/%61pi/auth/providers',
  '/api%2fauth/providers',
  '/api/%61uth/providers',
  '/api/auth/%70roviders',
  '/api/auth%2fproviders',
  '/API/auth/providers',
  '/api/auth/PROVIDERS',
  '//api/auth/providers',
  '/api//auth/providers',
  '/api/auth//providers',
  '/api/auth/./%2e%2e/auth/providers%00',
  '/api/auth/providers;x',
  'http://app.test/api/auth/%70roviders',
]

const front = 'https://www.app.test'

/** Origins that somebody might take for the one that may act. */
const strangers = [
  'null',
  '*',
  'https://evil.test',
  'https://www.app.test.evil.test',
  'https://evilwww.app.test',
  'https://x.www.app.test',
  'https://app.test',
  'http://www.app.test',
  'https://www.app.test:444',
  'https://www.app.test:443',
  'HTTPS://WWW.APP.TEST',
  'https://www.app.test/',
  'https://www.app.test.',
  'https://www.app.test@evil.test',
  `${front}, https://evil.test`,
  `https://evil.test ${front}`,
  'file://',
]

/** Where a visitor may say to come from. */
const claim = '198.51.100.7'
const claims = {
  'x-forwarded-for': `${claim}, ${claim}`,
  'x-real-ip': claim,
  'x-client-ip': claim,
  'cf-connecting-ip': claim,
  'true-client-ip': claim,
  'fastly-client-ip': claim,
  forwarded: `for=${claim}`,
  'x-forwarded': claim,
}

describe.each(Object.entries(nodeDoors))('%s', (_, open) => {
  test('serves the guarded page to members only, at its own address', async () => {
    const { raw, signIn } = await serve(open)
    const cookie = await signIn()
    expect(cookie).toContain('portico.session=')
    const asked = (headers: object) =>
      raw(...written('GET', '/guarded', { host: 'app.test', ...headers }))
    expect(await asked({ cookie })).toContain(guardedText)
    expect(status(await asked({}))).toBe(401)
  })

  // CVE-2026-33131: the address was put together of the Host header and the path, and middleware saw the path of the former.
  test.each([
    'app.test/api/auth/providers?',
    'app.test/api/auth/providers#',
    'app.test/api/auth/session?',
    'x/../api/auth/',
    'x/public',
    'user@app.test',
    'app.test\\api\\auth\\providers?',
    'app.test:80/api/auth/session?x=',
    '/api/auth/providers?',
    'app.test?',
    '',
  ])('a Host header with a path moves no request: %s', async (host) => {
    const { url, raw, signIn } = await serve(open)
    for (const path of ['/guarded', '/api/auth/nothing']) {
      const answer = await raw(...written('GET', path, { host }))
      expect(status(answer)).toBeGreaterThanOrEqual(400)
      expect(answer).not.toContain(guardedText)
      expect(answer).not.toContain('"callbackUrl"')
    }
    const cookie = await signIn()
    const form = { host: 'x/api/auth/signout?', origin: url, cookie, 'content-length': '0' }
    for (const path of ['/guarded', '/api/auth/nothing'])
      expect(await raw(...written('POST', path, form))).not.toMatch(/max-age=0/i)
    const own = written('GET', '/guarded', { host: 'app.test', cookie })
    expect(await raw(...own)).toContain(guardedText)
  })

  // CVE-2026-47676, GHSA-vj59: the guard, the mount point and the page read a path after decoding it differently often.
  test('a path has one spelling, for the routes and for a guarded page', async () => {
    const { raw, signIn } = await serve(open)
    const cookie = await signIn()
    const ask = (path: string, headers = {}) =>
      raw(...written('GET', path, { host: 'app.test', ...headers }))
    expect(await ask('/api/auth/providers')).toContain('"credentials"')
    for (const path of spellings) {
      const answer = await ask(path, { cookie })
      expect([path, status(answer)]).toEqual([path, 404])
      expect(answer).not.toContain('"callbackUrl"')
    }
    let encoded = '/guarded'
    for (let times = 1; times <= 12; times++) {
      encoded = times === 1 ? '/%67uarded' : encoded.replaceAll('%', '%25')
      expect(await ask(encoded)).not.toContain(guardedText)
    }
    for (const path of ['/guarded/', '/GUARDED', '//guarded', '/guarded%2f', '/./guarded'])
      expect(await ask(path)).not.toContain(guardedText)
  })

  // h3 knew a body by the word "chunked" only: another spelling left it on the connection, as the next request.
  test.each(['chunked', 'ChunKed', 'CHUNKED'])(
    'a body of the encoding “%s” ends where it ends, read or not',
    async (encoding) => {
      const { url, raw } = await serve(open)
      const smuggled = 'GET /api/auth/providers HTTP/1.1\r\nhost: app.test\r\n\r\n'
      const body = (text: string) => [text.length.toString(16), text, '0', '', '']
      const head = (path: string) => [
        `POST ${path} HTTP/1.1`,
        'host: app.test',
        `origin: ${url}`,
        'accept: application/json',
        'content-type: application/x-www-form-urlencoded',
        `transfer-encoding: ${encoding}`,
        '',
      ]
      const last = written('GET', '/api/auth/session', { host: 'app.test' })
      const signIn = [...head('/api/auth/callback/credentials'), ...body('name=ada')]
      const read = await raw([...signIn.slice(0, -1), last.join('\r\n')].join('\r\n'))
      expect(responses(read)).toBe(2)
      expect(read).toMatch(/set-cookie: portico\.session=[\w-]/i)
      // A foreign page is refused before its body is looked at.
      const refused = head('/api/auth/signout').map((line) =>
        line.startsWith('origin') ? 'origin: https://evil.test' : line,
      )
      const unread = await raw(
        [...refused, ...body(smuggled).slice(0, -1), last.join('\r\n')].join('\r\n'),
      )
      expect(status(unread)).toBe(403)
      expect(responses(unread)).toBe(2)
      expect(unread).not.toContain('"callbackUrl"')
    },
  )

  // CVE-2026-21710: a header of this name made a getter of Node throw.
  test('headers with the names of an object’s own parts are headers like others', async () => {
    const { raw, signIn } = await serve(open)
    const cookie = await signIn()
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'get']
    const odd = Object.fromEntries(names.map((name) => [name, 'x']))
    const headers = { host: 'app.test', ...odd }
    expect(Object.keys(headers)).toContain('__proto__')
    const ask = (path: string, more = {}) => raw(...written('GET', path, { ...headers, ...more }))
    expect(status(await ask('/api/auth/session'))).toBe(200)
    expect(status(await ask('/guarded'))).toBe(401)
    expect(await ask('/guarded', { cookie })).toContain(guardedText)
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })

  // CVE-2026-27700: a header that anybody can write said where a request came from.
  test('a visitor’s address is that of the connection, whatever headers claim', async () => {
    const { addresses, signIn } = await serve(open)
    const cookie = await signIn(claims)
    const [known] = await addresses(cookie)
    expect([undefined, null, '127.0.0.1']).toContain(known)
  })

  // CVE-2026-54290: the asking origin was repeated, and credentials were allowed.
  test('only the very origin that may act is allowed to read with credentials', async () => {
    const { raw, signIn } = await serve(open, front)
    const cookie = await signIn()
    const ask = async (method: string, origin: string) => {
      const asked = { 'access-control-request-method': 'POST' }
      const headers = { host: 'app.test', cookie, origin, ...(method === 'OPTIONS' && asked) }
      const answer = await raw(...written(method, '/api/auth/session', headers))
      return {
        origin: /^access-control-allow-origin: (.*)$/im.exec(answer)?.[1]?.trim(),
        credentials: /^access-control-allow-credentials:/im.test(answer),
      }
    }
    for (const method of ['GET', 'OPTIONS']) {
      expect(await ask(method, front)).toEqual({ origin: front, credentials: true })
      for (const stranger of strangers)
        expect([stranger, await ask(method, stranger)]).toEqual([
          stranger,
          { origin: undefined, credentials: false },
        ])
    }
  })
})

describe.each(Object.entries(webDoors))('%s', (_, open) => {
  test('answers one spelling of a path', async () => {
    const { url, send } = await enter(open)
    const ask = (path: string) => send(URL.parse(path, url)?.href ?? url + path)
    expect((await ask('/api/auth/providers')).status).toBe(200)
    const others = spellings.filter((path) => !path.startsWith('//'))
    for (const path of [...others, `${url}//api/auth/providers`])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  test('takes a visitor’s address from the framework alone', async () => {
    const { url, addresses, send, visitor } = await enter(open)
    const headers = { origin: url, ...claims }
    const body = new URLSearchParams({ name: 'ada' })
    const response = await send('/api/auth/callback/credentials', { method: 'POST', headers, body })
    expect(await addresses(cookiesAfter(response))).toEqual([visitor])
  })

  test('allows the very origin that may act, and repeats no other', async () => {
    const { send } = await enter(open, front)
    const ask = async (method: string, origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const allowed = (await send('/api/auth/session', { method, headers })).headers
      return [
        allowed.get('access-control-allow-origin'),
        allowed.get('access-control-allow-credentials'),
      ]
    }
    for (const method of ['GET', 'OPTIONS']) {
      expect(await ask(method, front)).toEqual([front, 'true'])
      for (const stranger of strangers)
        expect([stranger, ...(await ask(method, stranger))]).toEqual([stranger, null, null])
    }
  })
})

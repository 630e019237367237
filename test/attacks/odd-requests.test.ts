import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { calls, type Door } from '../frameworks/doors/door.ts'
import { doors, nodeDoors } from '../frameworks/doors/index.ts'
import { secret } from '../setup.ts'
import { plain } from './stage.ts'

const errors: string[] = []

/** An application, with its address configured or not. */
function application(url: string | undefined) {
  return Auth({
    ...(url !== undefined && { url }),
    secret,
    storage: memory(),
    limits: false,
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { warn() {}, error: ({ code, message }) => void errors.push(`${code}: ${message}`) },
    providers: [
      plain,
      Passkey,
      Credentials({
        credentials: { name: {}, password: { type: 'password' } },
        authorize: ({ name }) => (name ? { id: String(name), name: String(name) } : null),
      }),
      Email({ from: 'hello@acme.test', sendVerificationRequest() {} }),
    ],
  })
}

/** Sends what no client would, and returns the status. */
function sendRaw(port: number, lines: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.setEncoding('latin1').once('error', reject)
    let answer = ''
    socket.on('data', (text) => {
      answer += text
    })
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])))
  })
}

/** What a Host header may not be, and some that it may. */
const hosts = [
  '',
  ' ',
  '/',
  '\\',
  '?',
  '#',
  '@',
  ':',
  '::',
  '[',
  ']',
  '[]',
  '[::',
  '[::1',
  '[::1]x',
  '[:::::::::]',
  '[gg::1]',
  '[fe80::1%25eth0]',
  'a b',
  'a/b',
  'app.test/api/auth/session',
  'app.test?x',
  'app.test#x',
  'user@app.test',
  'user:password@app.test',
  'app.test:',
  'app.test:http',
  'app.test:-1',
  'app.test:65536',
  'app.test:99999',
  'app.test:123456',
  'app.test:80:80',
  'app..test',
  '.',
  '..',
  '-',
  '1.2.3',
  '1.2.3.4.5',
  '999.999.999.999',
  '0x7f.1',
  '127.0.0.1.',
  'xn--',
  'xn--a',
  'xn--zzzzzzzz.test',
  'ä.test',
  '\u00ff',
  '%00',
  '%',
  'a,b',
  'app.test, app.test',
  '"app.test"',
  "app.test'",
  '<script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'a'.repeat(64),
  `${'a'.repeat(63)}.`.repeat(5),
  'a'.repeat(5_000),
]

const paths = [
  '/api/auth/session',
  '/api/auth/signin',
  '/api/auth/callback/plain?code=a&state=b',
  '/api/auth/nowhere',
  '/guarded',
  '/logout',
  ...Object.keys(calls),
]

/** A method, a path or headers that the web's `Request` has no form for. */
const targets: Record<string, string[]> = {
  'a method that pages may not use': ['TRACE /api/auth/session HTTP/1.1', 'host: app.test'],
  'another one': ['QUERY /api/auth/session HTTP/1.1', 'host: app.test'],
  'the whole server': ['OPTIONS * HTTP/1.1', 'host: app.test'],
  'an absolute address': ['GET http://evil.test/api/auth/session HTTP/1.1', 'host: app.test'],
  'an absolute address without a host': ['GET http:///api/auth/session HTTP/1.1', 'host: app.test'],
  'two slashes': ['GET //evil.test/api/auth/session HTTP/1.1', 'host: app.test'],
  'broken escapes': ['GET /api/auth/%E0%A4%A/%zz?%E0%A4%A=%zz HTTP/1.1', 'host: app.test'],
  'a backslash': ['GET /api/auth\\signin HTTP/1.1', 'host: app.test'],
  brackets: ['GET /api/auth/[signin]?a[b]=c HTTP/1.1', 'host: app.test'],
  'the name of a prototype': [
    'GET /api/auth/session HTTP/1.1',
    'host: app.test',
    '__proto__: x',
    'constructor: y',
  ],
}

const listening = Object.entries(nodeDoors)

describe.each([
  ['with its address configured', 'https://app.test'],
  ['without', undefined],
])('%s', (_, url) => {
  describe.each(listening)('%s', (_name, open) => {
    let door: Door
    beforeAll(async () => {
      door = await open(() => application(url))
    })
    afterAll(() => door.close())

    // Without an address, a mail would carry one that the visitor made up: that is refused as a mistake of the application's.
    const asked = paths.filter((path) => url !== undefined || path !== '/mail')
    test.each(asked)('answers %s deliberately, whatever the Host header says', async (path) => {
      errors.length = 0
      // Every header at one path of ours and one of the application's; the others are read alike.
      const some = ['/api/auth/signin', '/login'].includes(path) ? hosts : hosts.slice(0, 24)
      const statuses = await Promise.all(
        some.map((host) =>
          sendRaw(door.port ?? 0, [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close']),
        ),
      )
      const failed = some.filter((_host, index) => !(Number(statuses[index]) < 500))
      expect(failed).toEqual([])
      expect(errors).toEqual([])
    })

    test('refuses a Host header that is no host with 400', async () => {
      for (const host of [
        'a b',
        'app.test/x',
        'user@app.test',
        'app.test:99999',
        '[::1',
        '1.2.3.4.5',
      ]) {
        const lines = ['GET /api/auth/signin HTTP/1.1', `host: ${host}`, 'connection: close']
        expect([host, await sendRaw(door.port ?? 0, lines)]).toEqual([host, 400])
      }
    })

    test.each(Object.entries(targets))('answers %s deliberately', async (_, lines) => {
      const status = await sendRaw(door.port ?? 0, [...lines, 'connection: close'])
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
    })
  })
})

/** What a form or JSON may carry in place of a text. */
const odd: unknown[] = [
  null,
  true,
  0,
  -1.5,
  1e308,
  [],
  {},
  [[]],
  ['a'],
  ['a', 'b'],
  [null],
  { x: 1 },
  { a: { b: { c: ['d'] } } },
  { toString: 'x' },
  { valueOf: null, length: 3 },
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  '',
  ' ',
  '\u202e',
  'a'.repeat(5_000),
]

/** Every field of every form, and some that no form has. */
const forms: Record<string, string[]> = {
  '/signin/plain': ['callbackUrl', 'redirectTo', 'data', 'link', 'csrfToken', 'login_hint', 'x'],
  '/signin/email': ['email', 'again', 'callbackUrl', 'data', 'link', 'csrfToken'],
  '/signin/credentials': ['name', 'password', 'callbackUrl', 'csrfToken'],
  '/signin/passkey': ['action', 'name', 'email', 'callbackUrl', 'data', 'link'],
  '/callback/plain': ['code', 'state', 'error', 'error_description', 'iss', 'user', 'id_token'],
  '/callback/email': ['code', 'flow', 'token', 'email', 'callbackUrl', 'csrfToken'],
  '/callback/credentials': ['name', 'password', 'callbackUrl', 'csrfToken', 'x'],
  '/callback/passkey': ['action', 'data', 'callbackUrl', 'csrfToken'],
  '/webauthn-options/passkey': ['action', 'name', 'email', 'callbackUrl', 'data'],
  '/signout': ['callbackUrl', 'provider', 'csrfToken'],
  '/session': ['data', 'csrfToken'],
  '/account': ['action', 'provider', 'account', 'key', 'id', 'name', 'confirm', 'csrfToken'],
}

/** What else the form says, so that the odd field is looked at. */
const rest: Record<string, Record<string, string>[]> = {
  '/signin/email': [{ email: 'ada@acme.test' }],
  '/callback/credentials': [{ name: 'ada', password: 'x' }],
  '/signin/credentials': [{ name: 'ada', password: 'x' }],
  '/webauthn-options/passkey': [{ action: 'register', name: 'Ada' }, { action: 'authenticate' }],
  '/callback/email': [
    { token: 'x', email: 'ada@acme.test' },
    { code: '123456', flow: 'x' },
  ],
  '/account': ['update', 'disconnect', 'end'].map((action) => ({ action, name: 'Ada' })),
}

/** A form as browsers and parsers spell nested values. */
function spelled(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((one) => spelled(`${name}[]`, one))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => spelled(`${name}[${key}]`, one))
  return [[name, String(value)]]
}

describe.each(Object.entries(doors))('%s', (name, open) => {
  let door: Door
  let cookie = ''
  let origin = ''
  beforeAll(async () => {
    door = await open((url) => {
      origin = url
      return application(url)
    })
    const body = new URLSearchParams({ name: 'ada', password: 'x' })
    const headers = { origin }
    const init = { method: 'POST', headers, body }
    const response = await door.send('/api/auth/callback/credentials', init)
    expect(response.status).toBe(303)
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  })
  afterAll(() => door.close())

  const post = (path: string, type: string, body: string, as: Record<string, string> = {}) =>
    door.send(`/api/auth${path}`, {
      method: 'POST',
      headers: { origin, accept: 'application/json', 'content-type': type, ...as },
      body,
    })

  // Those that parse forms before us hand on something else than was sent; the others all read it alike.
  const values = ['express', 'hono'].includes(name) ? odd : [null, ['a', 'b'], { x: 1 }]

  test.each(Object.keys(forms))('answers odd fields of %s deliberately', async (path) => {
    errors.length = 0
    const cases = (forms[path] ?? []).flatMap((field) =>
      values.flatMap((value) => (rest[path] ?? [{}]).map((others) => ({ field, value, others }))),
    )
    const as = path === '/account' || path === '/session' ? { cookie } : {}
    const failures: string[] = []
    const send = async ({ field, value, others }: (typeof cases)[number]) => {
      const { [field]: _replaced, ...kept } = others
      const json = JSON.stringify({ ...kept, [field]: value })
      const form = new URLSearchParams([...Object.entries(kept), ...spelled(field, value)])
      const answers = await Promise.all([
        post(path, 'application/json', json, as),
        post(path, 'application/x-www-form-urlencoded', form.toString(), as),
      ])
      for (const { status } of answers) if (status >= 500) failures.push(`${status} ${json}`)
    }
    // Each request at once needs a connection of its own, and a machine refuses some of a thousand.
    const waiting = [...cases]
    while (waiting.length > 0) await Promise.all(waiting.splice(0, 20).map(send))
    expect(failures).toEqual([])
    expect(cases.length).toBeGreaterThan(5)
    expect(errors).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('refuses a nested address with 400', async () => {
    const refusal = { error: expect.stringMatching(/^(InvalidRequest|EmailInvalid)$/) }
    const form = 'application/x-www-form-urlencoded'
    const nested = await post('/signin/email', form, 'email[x]=ada%40acme.test')
    expect([nested.status, await nested.json()]).toMatchObject([400, refusal])
    const json = JSON.stringify({ email: { x: 1 } })
    const posted = await post('/signin/email', 'application/json', json)
    expect([posted.status, await posted.json()]).toMatchObject([400, refusal])
  })
})

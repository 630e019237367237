import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { getToken } from '../../src/authjs/index.ts'
import { withAuth } from '../../src/authjs/next-auth/middleware.ts'
import { toNode } from '../../src/frameworks/node.ts'
import type { RequestSource } from '../../src/http/request-source.ts'
import { AuthError } from '../../src/index.ts'
import { origin, secret } from '../setup.ts'
import { base, idp, plain, stage } from './stage.ts'

// GHSA-xmf8-cvqr-rfgj: a Bearer value that is not percent-encoding threw, and took the server down.

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Values that a decoder, a parser or a splitter may stumble over, as far as HTTP lets them through. */
function malformed(): string[] {
  const words = [
    ...['%', '%E0%A4%A', '%zz', '%00', '%u0041', '%C0%80', '%ED%A0%80', '%%%', '%25', '%2525'],
    ...['', ' ', '\t', ',', ';', '=', '"', '""', '"x', '\\', '\\"', ':', '::', '{', '[', '}', '*'],
    ...['null', 'undefined', 'NaN', '-1', '1e999', '0x', '__proto__', 'constructor', 'true', '[]'],
    ...['é', '\x80', '\xFF\xFE', '\xC3', '\xED\xA0\x80', '\x7F', 'a\tb', '<script>', '$x'],
    ...[
      'a.b',
      'a.b.c',
      'a.b.c.d',
      'a.b.c.d.e',
      '....',
      'eyJ..a.b.c',
      'eyJ9..A.A.A',
      'eyJhbGciOiJkaXIifQ..A.A.A',
    ],
    ...[
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA',
      'eyJhbGciOiJub25lIn0.e30.',
    ],
    ...[
      'q=',
      'de;q=',
      'de;q=x',
      '*;q=2',
      'x/y;q=1;q',
      '1.2.3',
      '[::',
      '[::1]:x',
      'a:b:c',
      '//',
      'https://',
      'https://[',
    ],
    ...[
      'application/json;',
      'application/json;charset="',
      'multipart/form-data',
      'text/html;;;;',
      'bytes=0-',
      '999999999999999999999',
    ],
    `a${'='.repeat(500)}`,
    'x'.repeat(8000),
    'a;'.repeat(2000),
    '%'.repeat(3000),
    'a,'.repeat(2000),
  ]
  const next = random(26)
  const noise = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 60) }, () =>
      String.fromCharCode(32 + Math.floor(next() * 224)),
    ).join(''),
  )
  const values = [...words, ...noise].filter((value) => !/[\0\r\n]/.test(value))
  const schemes = ['Bearer ', 'bearer ', 'Bearer  ', 'Basic ', 'DPoP ']
  const bearers = words.flatMap((word, index) => `${schemes[index % schemes.length]}${word}`)
  return [...new Set([...values, ...bearers])]
}

const values = malformed()

/** Thousands of requests take their time on a busy machine. */
const patience = 120_000

/** Every header that something here reads, or that a library of this kind has read. */
const names = [
  ...['authorization', 'cookie', 'accept', 'accept-language', 'origin', 'referer', 'user-agent'],
  ...[
    'content-type',
    'content-length',
    'x-auth-return-redirect',
    'sec-fetch-site',
    'sec-fetch-mode',
  ],
  ...['sec-purpose', 'purpose', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...[
    'forwarded',
    'x-real-ip',
    'access-control-request-method',
    'tiktok-signature',
    'if-none-match',
  ],
]
const cookies = [
  '__Host-portico.session',
  '__Host-portico.csrf',
  '__Host-portico.flow.x',
  'authjs.session-token',
]

/** Each header with each value; cookies also with the value behind a name of ours. */
const attacks: [string, string][] = [
  ...names.flatMap((name) => values.map((value): [string, string] => [name, value])),
  ...cookies.flatMap((name) =>
    values.map((value): [string, string] => ['cookie', `${name}=${value}`]),
  ),
]

test('there are enough malformed values', () => {
  expect(values.length).toBeGreaterThan(200)
})

const paths = [
  ...[
    'GET /session',
    'GET /signin',
    'POST /signin/idp',
    'GET /account',
    'GET /callback/idp?code=x&state=y',
  ],
  ...[
    'POST /signout',
    'GET /csrf',
    'GET /providers',
    'GET /error',
    'POST /webhook/idp',
    'POST /session',
    'OPTIONS /session',
  ],
]

test.each([
  ['an address of its own', {}],
  ['a proxy that it trusts', { url: undefined, trustHost: true }],
  ['an origin that may act', { trustedOrigins: [{ origin: 'https://front.app.test', act: true }] }],
])(
  'the handler answers every malformed header, with %s',
  async (_, config) => {
    const { auth, log } = await stage({ providers: [plain, idp], limits: false, ...config })
    const failed: string[][] = []
    for (const [index, [name, value]] of attacks.entries()) {
      const [method = '', path = ''] = (paths[index % paths.length] ?? '').split(' ')
      const headers = new Headers({ accept: 'application/json', [name]: value })
      const response = await auth.handler(new Request(base + path, { method, headers }))
      if (response.status >= 500) failed.push([name, value, method, path])
    }
    expect(failed).toEqual([])
    expect(log.errors).toEqual([])
  },
  patience,
)

test(
  'session() returns null and requireSession() rejects, whoever asks in code',
  async () => {
    const { auth, log } = await stage()
    for (const [index, [name, value]] of attacks.entries()) {
      const source = sources[index % sources.length]?.(name, value) ?? new Headers()
      expect(await auth.session(source)).toBeNull()
      await expect(auth.requireSession(source)).rejects.toBeInstanceOf(AuthError)
    }
    expect(log.errors).toEqual([])
  },
  patience,
)

/** The shapes of a request that server code may ask with. */
const sources: ((name: string, value: string) => RequestSource)[] = [
  (name, value) => new Headers({ [name]: value }),
  (name, value) => ({ headers: { [name]: value } }),
  (name, value) => ({ headers: { [name]: [value, value] } }),
  (name, value) => new Request(origin, { headers: new Headers({ [name]: value }) }),
]

test(
  'getToken and withAuth find no token, and go on',
  async () => {
    const guard = withAuth({ secret })
    for (const [name, value] of attacks) {
      for (const secureCookie of [true, false]) {
        const req = { headers: { [name]: value } }
        expect(await getToken({ req, secret, secureCookie })).toBeNull()
        expect(await getToken({ req, secret, secureCookie, raw: true })).toBeNull()
      }
      const request = new Request(`${origin}/page`, { headers: new Headers({ [name]: value }) })
      expect((await guard(request, {}))?.status).toBe(303)
    }
  },
  patience,
)

test(
  'a server of Node answers them as they come over the wire',
  async () => {
    const { auth, log } = await stage({ limits: false })
    const server = createServer(toNode(auth))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const sent = attacks.filter((_, index) => index % 9 === 0)
    try {
      for (const [index, [name, value]] of sent.entries()) {
        const path = ['/session', '/signin', '/account'][index % 3]
        const status = await statusOf(port, `GET /api/auth${path} HTTP/1.1`, [
          `Host: app.test`,
          `${name}: ${value}`,
        ])
        // 431 and some 400 are Node's own.
        expect([name, value, status < 500]).toEqual([name, value, true])
      }
    } finally {
      server.close()
    }
    expect(log.errors).toEqual([])
  },
  patience,
)

/** The answer of a server to these bytes. */
function statusOf(port: number, line: string, headers: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end(
        Buffer.from(`${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1'),
      )
    })
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 599)))
  })
}

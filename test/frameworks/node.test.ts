import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type NodeRequest,
  type NodeResponse,
  toNode,
  toRequest,
} from '../../src/frameworks/node.ts'
import { Auth, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'

let server: Server
let url: string
let auth: AuthInstance
/** What stands before the handler, as middleware of an application does. */
let middleware: (incoming: NodeRequest, outgoing: NodeResponse) => Promise<unknown> = async () => {}
const storage = memory()

beforeAll(async () => {
  let listener: ReturnType<typeof toNode> = () => {}
  server = createServer(async (incoming, outgoing) => {
    await middleware(incoming, outgoing)
    listener(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  auth = Auth({
    url,
    secret,
    storage,
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { warn: () => {}, error: () => {} },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
      }),
    ],
  })
  listener = toNode(auth)
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/** With other middleware before the handler. */
async function behind<T>(before: typeof middleware, story: () => Promise<T>): Promise<T> {
  middleware = before
  try {
    return await story()
  } finally {
    middleware = async () => {}
  }
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { origin: url, ...headers },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

test('a person signs in over a real socket, and their session is read', async () => {
  const response = await post('/api/auth/callback/credentials', { name: 'ada' })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const session = await fetch(`${url}/api/auth/session`, { headers: { cookie } })
  const { user } = await session.json()
  expect(user.name).toBe('Ada')
  expect(await storage.listSessions(user.id)).toMatchObject([{ ip: '127.0.0.1' }])
})

test('an address that is none does not crash the server', async () => {
  expect(await rawAnswer('/api/auth/session', '[::::')).toMatch(/^HTTP\/1\.1 (200|400)/)
})

test.each([
  'evil.test/api/auth/signin?',
  'app.test/x',
  'user@evil.test',
  'user:word@evil.test',
  'evil.test#',
  'evil.test?',
  'a b',
  'a\\b',
])('a Host header that is more than a host is refused: %s', async (host) => {
  expect(await rawAnswer('/api/auth/providers', host)).toMatch(/^HTTP\/1\.1 400/)
})

test.each(['app.test', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', '[::1]'])(
  'a Host header that is one is taken: %s',
  async (host) => {
    expect(await rawAnswer('/api/auth/providers', host)).toMatch(/^HTTP\/1\.1 200/)
  },
)

/** Reads the body, as a parser does, and leaves behind what it makes of it. */
function parser(leave: (body: string) => Partial<NodeRequest>): typeof middleware {
  return async (incoming) => Object.assign(incoming, leave(await text(incoming)))
}

const parsers: [string, typeof middleware][] = [
  [
    'a form as an object',
    parser((body) => ({ body: Object.fromEntries(new URLSearchParams(body)) })),
  ],
  ['the text', parser((body) => ({ body }))],
  ['the bytes beside the object', parser((body) => ({ body: {}, rawBody: Buffer.from(body) }))],
]

test.each(parsers)(
  'a parser that leaves %s behind may stand before the handler',
  async (_, parse) => {
    const response = await behind(parse, () =>
      post('/api/auth/callback/credentials', { name: 'ada' }),
    )
    expect(response.headers.getSetCookie().join()).toContain('session')
  },
)

test('JSON that a parser has read is the same JSON', async () => {
  const parse = parser((body) => ({ body: JSON.parse(body) }))
  const response = await behind(parse, () =>
    fetch(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ada' }),
      redirect: 'manual',
    }),
  )
  expect(response.headers.getSetCookie().join()).toContain('session')
})

const unfaithful: [string, typeof middleware][] = [
  ['nothing', parser(() => ({}))],
  ['an empty object', parser(() => ({ body: {} }))],
]

test('a form in which a parser found something deeper is refused as the visitor’s mistake', async () => {
  const deeper = parser(() => ({ body: { name: { first: 'ada' } } }))
  const response = await behind(deeper, () =>
    post('/api/auth/signin/credentials', { a: 'b' }, { accept: 'application/json' }),
  )
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'InvalidRequest' }])
})

test.each(unfaithful)(
  'a form of which a parser left %s is refused, not taken for an empty one',
  async (_, parse) => {
    const response = await behind(parse, () =>
      post(
        '/api/auth/signin/credentials',
        { callbackUrl: '/here', link: 'true' },
        { accept: 'application/json' },
      ),
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'Configuration' })
  },
)

test('reading a session leaves the body to the parser that comes after', async () => {
  let parsed = ''
  await behind(
    async (incoming) => {
      const request = toRequest(incoming)
      await auth.session(request)
      await new Promise((resolve) => setImmediate(resolve))
      parsed = await text(incoming)
    },
    () => post('/elsewhere', { name: 'ada' }),
  )
  expect(parsed).toBe('name=ada')
})

test('a body that is too large is answered, on a connection that stays', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { origin: url, accept: 'application/json', 'content-type': 'application/json' }
  const ask = async (method: string, path: string, parts: string[]) => {
    const asked = request(`${url}${path}`, { agent, method, headers })
    // Without a length that could be judged first.
    for (const part of parts) asked.write(part)
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await text(answer)
    return [answer.statusCode, asked.reusedSocket]
  }
  const parts = Array.from({ length: 20 }, () => 'a'.repeat(10_000))
  expect(await ask('POST', '/api/auth/callback/credentials', parts)).toEqual([413, false])
  expect(await ask('GET', '/api/auth/providers', [])).toEqual([200, true])
  agent.destroy()
})

test('cookies and Vary of other middleware stay beside ours', async () => {
  const response = await behind(
    async (_, outgoing) => {
      outgoing.setHeader('set-cookie', 'theirs=1')
      outgoing.setHeader('vary', 'Origin, Accept')
    },
    () => post('/api/auth/callback/credentials', { name: 'ada' }),
  )
  const cookies = response.headers.getSetCookie()
  expect(cookies[0]).toBe('theirs=1')
  expect(cookies.slice(1).join()).toContain('session')
  expect(response.headers.get('vary')?.split(', ').sort()).toEqual([
    'Accept',
    'Authorization',
    'Cookie',
    'Origin',
  ])
})

test('HTTP/2, which has no Host header, is served as well', async () => {
  const http2 = createHttp2Server(toNode(auth))
  await new Promise<void>((resolve) => http2.listen(0, '127.0.0.1', resolve))
  const address = http2.address()
  const client = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const ask = async (path: string) => {
    const stream = client.request({ ':path': path })
    const headers = new Promise<unknown>((resolve) => stream.on('response', resolve))
    return { headers: await headers, body: await text(stream) }
  }
  const session = await ask('/api/auth/session')
  const providers = await ask('/api/auth/providers')
  client.close()
  http2.close()
  expect(session).toMatchObject({ headers: { ':status': 200 }, body: 'null' })
  expect(providers.headers).toMatchObject({ ':status': 200 })
  expect(providers.body).toContain('credentials')
})

test('a WebSocket of our own page knows its visitor, one of another page nobody', async () => {
  const cookie = (await post('/api/auth/callback/credentials', { name: 'ada' })).headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  server.on('upgrade', async (incoming: IncomingMessage, socket) => {
    const session = await auth.session(incoming, { sameOrigin: true })
    socket.end(`HTTP/1.1 401 Refused\r\nx-name: ${session?.user?.name ?? ''}\r\n\r\n`)
  })
  const open = (origin: string) =>
    new Promise<unknown>((resolve) => {
      const headers = { cookie, origin, connection: 'upgrade', upgrade: 'websocket' }
      request(url, { headers }, ({ headers }) => resolve(headers['x-name'])).end()
    })
  expect(await open(url)).toBe('Ada')
  expect(await open('https://evil.example')).toBe('')
  server.removeAllListeners('upgrade')
})

// The last one, because nobody gets in for a while after it.
test('wrong tries are counted by the address of the connection, and no claim gets around the bound', async () => {
  const guess = async (headers: Record<string, string>) => {
    const form = { name: `guess ${Math.random()}` }
    const json = { ...headers, accept: 'application/json' }
    return (await post('/api/auth/callback/credentials', form, json)).status
  }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 120; attempt++) statuses.push(await guess({}))
  expect(statuses.at(0)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
  // Whoever claims to come through a proxy of this machine shares one bound with all who do: it presses each account to two tries.
  const name = 'ada of the proxy'
  const claimed: number[] = []
  for (let attempt = 0; attempt < 1000; attempt++) {
    claimed.push(await guess({ 'x-forwarded-for': `10.0.${attempt % 250}.1` }))
  }
  expect(claimed).not.toContain(429)
  const pressed = { 'x-forwarded-for': '10.1.1.1', accept: 'application/json' }
  for (const status of [401, 401, 429]) {
    expect((await post('/api/auth/callback/credentials', { name }, pressed)).status).toBe(status)
  }
})

/** What the server answers to a request that no client would send. */
async function rawAnswer(path: string, host: string): Promise<string> {
  const { connect } = await import('node:net')
  return new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
}

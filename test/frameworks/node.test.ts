import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'

let server: Server
let url: string
const storage = memory()

beforeAll(async () => {
  let listener: ReturnType<typeof toNode> = () => {}
  server = createServer((incoming, outgoing) => listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const auth = Auth({
    url,
    secret,
    storage,
    env: { NODE_ENV: 'test' },
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

test('wrong tries are counted by the address of the connection, whatever the client claims', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 120; attempt++) {
    const claim = { 'x-forwarded-for': `10.0.${attempt}.1`, accept: 'application/json' }
    const response = await post(
      '/api/auth/callback/credentials',
      { name: `guess ${attempt}` },
      claim,
    )
    statuses.push(response.status)
  }
  expect(statuses.at(0)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
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

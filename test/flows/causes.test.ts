import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Auth } from '../../src/index.ts'
import { createBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'

/** The log's line about a sign-in at a platform of this address, which is reached by this `fetch`. */
async function logOf(issuer: string, fetch?: typeof globalThis.fetch): Promise<string> {
  const said: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
  const far = { id: 'far', name: 'Far', type: 'oidc' as const, issuer, clientId: 'app' }
  const auth = Auth({
    providers: [{ ...far, clientSecret: 'the-secret-of-this-application' }],
    secret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test' }, ...(fetch && { fetch }) },
  })
  await createBrowser({ origin, app: auth.handler }).submit(`${origin}/api/auth/signin/far`)
  spy.mockRestore()
  expect(said).toHaveLength(1)
  return said.join()
}

/** A port of this machine at which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Fails as Node's `fetch` does. */
function failing(cause: Error): typeof globalThis.fetch {
  return async () => {
    throw new TypeError('fetch failed', { cause })
  }
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

test('the log names a connection that was refused', async () => {
  const port = await freePort()
  expect(await logOf(`http://127.0.0.1:${port}`)).toContain(
    `PlatformUnreachable: 127.0.0.1:${port} could not be reached. Cause: TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:${port}. →`,
  )
})

test('the log names a port that fetch blocks', async () => {
  expect(await logOf('http://127.0.0.1:4190')).toContain(
    'Cause: TypeError: fetch failed: bad port.',
  )
})

test.each([
  [
    'a host without an address',
    coded('getaddrinfo ENOTFOUND far.test', 'ENOTFOUND'),
    'getaddrinfo ENOTFOUND far.test',
  ],
  [
    'a certificate that nobody signed',
    coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    'self-signed certificate: DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'a connection that took too long',
    coded('Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT'),
    'Connect Timeout Error: UND_ERR_CONNECT_TIMEOUT',
  ],
  [
    'each address that was tried',
    new AggregateError([
      new Error('connect ECONNREFUSED ::1:80'),
      new Error('connect ECONNREFUSED 127.0.0.1:80'),
    ]),
    'AggregateError: connect ECONNREFUSED ::1:80: connect ECONNREFUSED 127.0.0.1:80',
  ],
  ['a code where there are no words', coded('', 'EPIPE'), 'EPIPE'],
])('the log names %s', async (_, cause, told) => {
  expect(await logOf('https://far.test', failing(cause))).toContain(
    `Cause: TypeError: fetch failed: ${told}.`,
  )
})

test('the log ends where causes go round in a circle', async () => {
  const first = new Error('first')
  const second = new Error('second', { cause: first })
  first.cause = second
  expect(await logOf('https://far.test', failing(first))).toContain('fetch failed: first: second')
})

test('the log repeats no password, header or query of a cause', async () => {
  const deep = new Error('proxy http://ada:pass-word-1@proxy.test refused Bearer abcdefghijklmnop')
  const cause = new Error('GET https://far.test/a?code=secret-code failed', { cause: deep })
  const line = await logOf('https://far.test', failing(cause))
  expect(line).toContain(
    'GET https://far.test/a?… failed: proxy http:…@proxy.test refused Bearer ….',
  )
  expect(line).not.toMatch(/pass-word-1|abcdefghijklmnop|secret-code/)
})

import { describe, expect, test } from 'vitest'
import { Auth, type CustomConfig } from '../../src/index.ts'
import type { MethodPart } from '../../src/method.ts'
import { memory } from '../../src/storage/memory.ts'
import { base, errorOf, idp, outside, plain, stage } from '../attacks/stage.ts'
import { origin, secret, setup } from '../setup.ts'

describe('headers without a request', () => {
  // What a framework may have instead of a Request: Node's own message, whose socket knows whether it is encrypted.
  const message = (host: string, socket: object | null) => ({ headers: { host }, socket })

  test.each([
    ['app.test', { encrypted: true }, `${origin}/api/auth`],
    ['localhost:3000', { encrypted: true }, 'https://localhost:3000/api/auth'],
    ['localhost:3000', {}, 'http://localhost:3000/api/auth'],
    ['localhost:3000', null, 'http://localhost:3000/api/auth'],
  ])('%s over %j', async (host, socket, expected) => {
    const env = { NODE_ENV: 'test' }
    const auth = Auth({ providers: [plain], secret, trustHost: true, runtime: { env } })
    const asked = auth.requireSession(message(host, socket))
    const { url } = await asked.catch((thrown) => thrown)
    expect(url.startsWith(expected)).toBe(true)
  })
})

test('a parameter of the authorization address is sent once, and the flow has the last word', async () => {
  const authorization = 'https://plain.test/authorize?audience=api&state=forged'
  const { browser } = await stage({ providers: [{ ...plain, authorization }] })
  const { searchParams } = new URL(await browser.start('plain'))
  expect(searchParams.getAll('audience')).toEqual(['api'])
  expect(searchParams.getAll('state')).toHaveLength(1)
  expect(searchParams.get('state')).not.toBe('forged')
})

test('an own handler for the authorization is given what the address already said', async () => {
  const seen: unknown[] = []
  const request = ({ params }: { params: Record<string, unknown> }) => {
    seen.push(params.audience)
    return 'https://plain.test/authorize'
  }
  const url = 'https://plain.test/authorize?audience=api'
  const { browser } = await stage({ providers: [{ ...plain, authorization: { url, request } }] })
  await browser.start('plain')
  expect(seen).toEqual(['api'])
})

test('an own handler for the authorization that fails is named by its place', async () => {
  const request = () => {
    throw new Error('out of order')
  }
  const provider = { ...plain, authorization: { url: 'https://plain.test/authorize', request } }
  const { browser, log } = await stage({ providers: [provider] })
  const answer = await browser.submit(`${base}/signin/plain`)
  expect(errorOf(answer)).not.toBeNull()
  expect(log.errors.map(({ message }) => message).join()).toContain('authorization')
})

test('an issuer in the inner network may have its endpoints there', async () => {
  const issuer = 'https://idp.internal'
  const { browser, log } = await stage({
    providers: [{ ...idp, issuer }],
    runtime: {
      fetch: async () =>
        Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: 'https://10.0.0.7/token',
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
        }),
    },
  })
  expect(await browser.start('idp')).toMatch(/^https:\/\/idp\.internal\/authorize\?/)
  expect(log).toEqual({ errors: [], warnings: [] })
})

test('code is told where to go by a method that answers with JSON, too', async () => {
  const method: MethodPart = {
    name: 'desk',
    configure: (written) => written,
    load: async () => ({
      start: async () => ({ response: Response.json({ url: `${origin}/desk` }) }),
      finish: async () => {
        throw new Error('nobody comes back')
      },
      view: ({ baseUrl }, { name }) => ({ name, submit: name, action: `${baseUrl}/signin/desk` }),
    }),
  }
  const desk: CustomConfig = { id: 'desk', name: 'Desk', type: 'desk', method }
  const { auth } = await stage({ providers: [desk] })
  const { url } = await auth.signIn(new Request(origin), 'desk')
  expect(url).toBe(`${origin}/desk`)
})

test.each([
  [98, 'Ada'],
  [99, undefined],
])('a profile may be nested %i levels deep, and then name %s', async (levels, name) => {
  const deep = `${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`
  const answer = () => new Response(`{"id":"1","name":"Ada","deep":${deep}}`)
  const { browser, world } = await stage()
  world.next({ endpoint: 'userinfo', platform: 'plain', answer })
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe(name)
})

test('the sign-in page lets its form lead to a platform on this machine', async () => {
  const local = { ...plain, authorization: 'http://localhost:9000/authorize' }
  const { browser } = await stage({ providers: [local] })
  const page = await browser.visit(`${base}/signin`)
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/form-action [^;]*http:\/\/localhost:9000/)
})

test('of the addresses that a platform lists, the main one counts, with its proof', async () => {
  const emails = {
    url: 'https://plain.test/emails',
    email: '?primary.email',
    verified: '?primary.verified',
  }
  const listing = { ...plain, dialect: { userinfo: { emails } } }
  const world = await outside()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (new Request(input, init).url !== emails.url) return world.fetch(input, init)
    return Response.json([
      { email: 'old@people.test', primary: false, verified: true },
      { email: 'main@people.test', primary: true, verified: true },
    ])
  }
  const storage = memory()
  const { browser } = await setup({ providers: [listing], storage, runtime: { fetch } }, world)
  await browser.signIn('plain', { as: 'ada' })
  const { user } = (await browser.session()) ?? {}
  expect(user?.email).toBe('main@people.test')
  expect((await storage.getUser(user?.id ?? ''))?.emailVerifiedBy).toBe('plain')
})

import { afterEach, expect, test, vi } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { idp, outside, plain, stage } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'

afterEach(() => void vi.useRealTimers())

const revocable = { ...plain, revocation: 'https://plain.test/revoke' }

/** What a browser would send, after a response set or cleared some of it. */
function requestOf(browser: TestBrowser, headers = new Headers()): Request {
  const jar = new Map(browser.cookies)
  for (const line of headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/)
    if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

/** Somebody whose tokens live in a cookie. */
async function withoutStorage() {
  const world = await outside()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== 'https://plain.test/revoke') return world.fetch(request)
    asked.push(await request.text())
    return new Response(null)
  }
  const parts = await setup({ providers: [revocable, idp], runtime: { fetch } }, world)
  await parts.browser.signIn('plain', { as: 'ada' })
  return { ...parts, asked }
}

test('without a storage, tokens that were taken back are gone from the cookie', async () => {
  const { auth, browser, asked } = await withoutStorage()
  const response = new Headers()
  await auth.accounts.revoke(requestOf(browser), 'plain', { response })
  expect(asked).toEqual([expect.stringMatching(/^token=rt\.\w/)])
  expect(requestOf(browser).headers.get('cookie')).toContain('.accounts=')
  expect(requestOf(browser, response).headers.get('cookie')).not.toContain('.accounts=')
  const later = auth.accessToken(requestOf(browser, response), 'plain')
  await expect(later).rejects.toMatchObject({ code: 'SignInAgain', provider: 'plain' })
  expect((await auth.session(requestOf(browser, response)))?.user.name).toBe('Ada Lovelace')
})

test('without a storage and without https, a cookie keeps the tokens too', async () => {
  const world = await outside()
  const url = 'http://localhost:3000'
  const { auth } = await setup({ providers: [plain], url }, world)
  const browser = createBrowser({
    origin: url,
    app: auth.handler,
    now: world.clock.now,
    atPlatform: (address, choice) => world.approve(address, choice),
  })
  await browser.signIn('plain', { as: 'ada' })
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request(url, { headers: { cookie } })
  expect(await auth.accessToken(request, 'plain')).toMatch(/^at\./)
})

test.each([
  ['a status that the platform has for it', 410, {}, true],
  ['another status', 400, {}, false],
  ['a word that the platform has for it', 400, { error: 'no_such_token' }, true],
  ['another word, with that status', 410, { error: 'out_of_order' }, false],
])(
  'tokens that the platform does not know any more are gone: %s',
  async (_, status, body, gone) => {
    const world = await outside()
    const revocation = { url: 'https://plain.test/revoke', gone: [410, 'no_such_token'] } as const
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      return request.url === revocation.url ? Response.json(body, { status }) : world.fetch(request)
    }
    const providers = [{ ...plain, revocation }]
    const { auth, browser } = await setup({ providers, runtime: { fetch } }, world)
    await browser.signIn('plain', { as: 'ada' })
    const revoked = auth.accounts.revoke(requestOf(browser), 'plain', { response: new Headers() })
    if (gone) await expect(revoked).resolves.not.toThrow()
    else await expect(revoked).rejects.toMatchObject({ code: 'PlatformError' })
  },
)

test('a refresh that brings tokens of an unknown type is refused, and the old ones stay', async () => {
  const { auth, browser, storage, world } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  const before = await storage.listAccounts(userId)
  world.clock.advance('2h')
  const answer = Response.json({ access_token: 'a', token_type: 'mac', expires_in: 60 })
  world.next({ endpoint: 'token', platform: 'plain', answer })
  await expect(auth.accessToken({ userId }, 'plain')).rejects.toMatchObject({ code: 'CheckFailed' })
  expect(await storage.listAccounts(userId)).toEqual(before)
})

test('without a place to write the cookie nothing is forgotten', async () => {
  const { auth, browser } = await withoutStorage()
  const revoked = auth.accounts.revoke(requestOf(browser), 'plain')
  await expect(revoked).rejects.toMatchObject({ code: 'Unsupported', field: 'response' })
})

test('the cookie’s own account gets its token, and another one SignInAgain', async () => {
  const { auth, browser } = await withoutStorage()
  const of = (account: string) =>
    auth.accessToken(requestOf(browser), { provider: 'plain', account })
  expect(await of('p-ada')).toBe(await auth.accessToken(requestOf(browser), 'plain'))
  await expect(of('p-noor')).rejects.toMatchObject({ code: 'SignInAgain' })
})

test('an id alone gets Unsupported without a storage', async () => {
  const { auth } = await withoutStorage()
  const asked = auth.accessToken({ userId: 'plain:p-ada' }, 'plain')
  await expect(asked).rejects.toMatchObject({ code: 'Unsupported' })
})

test('SignInAgain carries what the platform said', async () => {
  const { auth, browser, world } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  world.clock.advance('30d')
  const refusal = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  world.next({ endpoint: 'token', answer: refusal })
  await expect(auth.accessToken({ userId: user }, 'plain')).rejects.toMatchObject({
    code: 'SignInAgain',
    provider: 'plain',
    cause: { platform: { error: 'invalid_grant' } },
  })
})

test.each([
  ['nonsense', 'unreadable_answer'],
  ['<!doctype html><title>Down</title>', 'html_answer'],
  [' ', 'empty_answer'],
])('an answer like %j to a refresh is told as %s, and loses nothing', async (text, error) => {
  const { auth, browser, world, storage } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const before = await storage.listAccounts(user)
  world.clock.advance('30d')
  world.next({ endpoint: 'token', answer: () => new Response(text) })
  await expect(auth.accessToken({ userId: user }, 'plain')).rejects.toMatchObject({
    platform: { error },
  })
  expect(await storage.listAccounts(user)).toEqual(before)
})

test('a server that holds the lease of a refresh for ever is waited for a minute', async () => {
  const { auth, browser, world, storage } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const [account] = await storage.listAccounts(user)
  const sent = world.received.length
  let polls = 0
  storage.lease = async () => {
    polls += 1
    return false
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  world.clock.advance('30d')
  const waiting = auth.accessToken({ userId: user }, 'plain').catch((thrown) => thrown)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await Promise.race([waiting, 'still waiting'])).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await waiting).toMatchObject({ code: 'StorageError', provider: 'plain' })
  expect(polls).toBe(400)
  // Neither was the platform asked, nor is anything lost.
  expect(world.received).toHaveLength(sent)
  expect(await storage.listAccounts(user)).toEqual([account])
})

/** A storage of an application's own: it can claim, but has neither owned leases nor conditional writes. */
function claiming({ lease: _, releaseLease: __, replaceTokens: ___, ...rest }: Required<Storage>) {
  return rest
}

test('two servers on a storage that can only claim share one refresh', async () => {
  const world = await outside()
  const storage = claiming(memory({ now: world.clock.now }))
  const first = await setup({ providers: [plain], storage }, world)
  const second = await setup({ providers: [plain], storage }, world)
  await first.browser.signIn('plain', { as: 'ada' })
  const user = (await first.browser.session())?.user.id ?? ''
  world.clock.advance('2h')
  const asked = world.received.length
  const tokens = await Promise.all(
    [first, second].map(({ auth }) => auth.accessToken({ userId: user }, 'plain')),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(world.received).toHaveLength(asked + 1)
  // The right to refresh was given back.
  world.clock.advance('2h')
  expect(await second.auth.accessToken({ userId: user }, 'plain')).not.toBe(tokens[0])
})

test('a server that waited for one without an answer fails with it, and asks again later', async () => {
  const world = await outside()
  const storage = memory({ now: world.clock.now })
  const first = await setup({ providers: [plain], storage }, world)
  const second = await setup({ providers: [plain], storage }, world)
  await first.browser.signIn('plain', { as: 'ada' })
  const user = (await first.browser.session())?.user.id ?? ''
  world.clock.advance('2h')
  const asked = world.received.length
  world.next({ endpoint: 'token', answer: 'cut' })
  const ended = await Promise.allSettled(
    [first, second].map(({ auth }) => auth.accessToken({ userId: user }, 'plain')),
  )
  expect(ended).toMatchObject([
    { status: 'rejected', reason: { code: 'PlatformUnreachable' } },
    { status: 'rejected', reason: { code: 'PlatformUnreachable' } },
  ])
  expect(world.received).toHaveLength(asked + 1)
  // It is not held against the platform for long.
  world.clock.advance('10s')
  expect(await second.auth.accessToken({ userId: user }, 'plain')).toMatch(/^at\./)
})

test('a claim that another server holds is waited for', async () => {
  const world = await outside()
  const storage = claiming(memory({ now: world.clock.now }))
  const { auth, browser } = await setup({ providers: [plain], storage }, world)
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const [account] = await storage.listAccounts(user)
  world.clock.advance('2h')
  const key = `refresh plain ${account?.providerAccountId}`
  expect(await storage.claim(key, new Date(world.clock.now() + 30_000))).toBe(true)
  const asked = world.received.length
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const waiting = auth.accessToken({ userId: user }, 'plain')
  await vi.advanceTimersByTimeAsync(5000)
  expect(world.received).toHaveLength(asked)
  await storage.release(key)
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(await waiting).toMatch(/^at\./)
  expect(world.received).toHaveLength(asked + 1)
})

/** Two servers wait for a third, which gives the right to refresh back without having used it. */
async function afterAThird(answer: Answer) {
  const world = await outside()
  const storage = memory({ now: world.clock.now })
  const servers = [
    await setup({ providers: [plain], storage }, world),
    await setup({ providers: [plain], storage }, world),
  ]
  const [first] = servers
  await first?.browser.signIn('plain', { as: 'ada' })
  const user = (await first?.browser.session())?.user.id ?? ''
  const [account] = await storage.listAccounts(user)
  world.clock.advance('2h')
  const key = `refresh plain ${account?.providerAccountId}`
  expect(await storage.lease(key, 30, 'a third server')).toBe(true)
  const asked = world.received.length
  world.next({ endpoint: 'token', answer })
  const { lease } = storage
  const refused = vi.fn(lease)
  storage.lease = refused
  const waiting = Promise.allSettled(
    servers.map(({ auth }) => auth.accessToken({ userId: user }, 'plain')),
  )
  await vi.waitUntil(() => refused.mock.calls.length >= servers.length)
  await storage.releaseLease(key, 'a third server')
  const ended = (await waiting).map(({ status }) => status)
  return { ended: ended.sort(), requests: world.received.length - asked }
}

type Answer = Parameters<Emulator['next']>[0]['answer']

test('a platform that refused one server is asked by the next', async () => {
  const refusal = () => Response.json({ error: 'slow_down' }, { status: 400 })
  expect(await afterAThird(refusal)).toEqual({ ended: ['fulfilled', 'rejected'], requests: 2 })
})

test.each([
  ['did not answer', 'cut'],
  ['is out of order', () => new Response('out of order', { status: 500 })],
] as const)(
  'a platform that %s fails the next server, too, without a request',
  async (_, answer) => {
    expect(await afterAThird(answer)).toEqual({ ended: ['rejected', 'rejected'], requests: 1 })
  },
)

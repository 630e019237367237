import { expect, test } from 'vitest'
import { type Emulator, emulator, tiktok as tiktokPlatform } from '../../src/emulator/index.ts'
import { AuthError } from '../../src/errors.ts'
import { Auth, type Storage } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, secret, setup } from '../setup.ts'
import { callback, keys, practice, tiktok } from './practice.ts'

/** Another platform that the application has, so that its account is a way in. */
const other = {
  id: 'other',
  name: 'Other',
  type: 'oauth',
  clientId: 'x',
  clientSecret: 'y',
  authorization: 'https://other.test/authorize',
  token: 'https://other.test/token',
  userinfo: 'https://other.test/me',
} as const

async function signedIn(config = {}) {
  const parts = await tiktok({}, config)
  await parts.browser.signIn('tiktok', { as: 'ada' })
  const user = (await parts.browser.session())?.user.id ?? ''
  const requests = (endpoint: string) =>
    parts.world.received.filter((one) => one.endpoint === endpoint)
  const account = async () => (await parts.storage.listAccounts(user))[0]
  return { ...parts, user, requests, account }
}

test('a token that is still good is handed out without asking anyone', async () => {
  const { auth, user, requests, account } = await signedIn()
  expect(await auth.accessToken({ userId: user }, 'tiktok')).toBe((await account())?.access_token)
  expect(requests('token')).toHaveLength(1)
})

test('of a hundred who ask for an expired token, one refreshes and all get the same', async () => {
  const { auth, user, world, requests, account } = await signedIn()
  const old = await account()
  world.clock.advance('25h')
  const tokens = await Promise.all(
    Array.from({ length: 100 }, () => auth.accessToken({ userId: user }, 'tiktok')),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(requests('token')).toHaveLength(2)
  const renewed = await account()
  expect(renewed?.access_token).toBe(tokens[0])
  expect(renewed?.refresh_token).not.toBe(old?.refresh_token)
  expect(requests('token')[1]).toMatchObject({
    method: 'POST',
    url: 'https://open.tiktokapis.com/v2/oauth/token/',
  })
  expect(requests('token')[1]?.body).toEqual({
    client_key: keys.clientId,
    client_secret: keys.clientSecret,
    grant_type: 'refresh_token',
    refresh_token: old?.refresh_token,
  })
})

test('another server takes over after the lease of one that died while refreshing', async () => {
  const { auth, user, world, storage, account } = await signedIn()
  world.clock.advance('25h')
  const lease = `refresh tiktok ${(await account())?.providerAccountId}`
  expect(await storage.lease(lease, 30, 'a server that died')).toBe(true)
  const token = auth.accessToken({ userId: user }, 'tiktok')
  world.clock.advance('31s')
  expect(await token).toMatch(/^act\./)
})

test('a request tells whose token is meant', async () => {
  const { auth, browser, account } = await signedIn()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(`${origin}/dashboard`, { headers: { cookie } })
  expect(await auth.accessToken(request, 'tiktok')).toBe((await account())?.access_token)
  await expect(auth.accessToken(new Request(origin), 'tiktok')).rejects.toMatchObject({
    code: 'SessionRequired',
  })
})

test('a refused refresh means: sign in again, and nobody asks TikTok a second time', async () => {
  const { auth, user, world, requests } = await signedIn()
  world.clock.advance('25h')
  world.next({ endpoint: 'token', answer: 'refresh_token' })
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
  expect(requests('token')).toHaveLength(2)
})

test('a refusal of an older token destroys no newer one', async () => {
  const { auth, user, world, storage, account } = await signedIn()
  world.clock.advance('25h')
  const newer = {
    access_token: 'act.newer',
    refresh_token: 'rft.newer',
    expires_at: world.clock.now() / 1000 + 86_400,
  }
  world.next({
    endpoint: 'token',
    // While TikTok refuses the token of this server, another one keeps what it got for it.
    answer: async () => {
      const { provider = '', providerAccountId = '' } = (await account()) ?? {}
      await storage.updateAccount({ provider, providerAccountId, ...newer })
      return Response.json({ error: 'invalid_grant', error_description: 'expired', log_id: '1' })
    },
  })
  expect(await auth.accessToken({ userId: user }, 'tiktok')).toBe('act.newer')
  expect(await account()).toMatchObject(newer)
})

test('a slower server that was refused and forgot the token loses nothing that was given for it', async () => {
  const { auth, user, world, storage, account } = await signedIn()
  world.clock.advance('25h')
  world.next({
    endpoint: 'token',
    answer: async ({ url, headers, text }) => {
      const { provider = '', providerAccountId = '', refresh_token = '' } = (await account()) ?? {}
      const cleared = { access_token: '', refresh_token: '', expires_at: 0, refresh_expires_at: 0 }
      await storage.replaceTokens({ provider, providerAccountId }, refresh_token, cleared)
      return world.fetch(url, { method: 'POST', headers, body: text })
    },
  })
  const token = await auth.accessToken({ userId: user }, 'tiktok')
  expect(token).toMatch(/^act\./)
  expect((await account())?.access_token).toBe(token)
  expect((await account())?.refresh_token).not.toBe('')
})

/** Another server of the same application, whose clock is wrong by so many milliseconds. */
function anotherServer(world: Emulator, storage: Storage, shift = 0) {
  return Auth({
    providers: [TikTok(keys)],
    storage: { ...storage, configure() {} },
    secret,
    url: origin,
    runtime: {
      env: { NODE_ENV: 'test' },
      fetch: world.fetch,
      now: () => world.clock.now() + shift,
    },
    logger: { error() {}, warn() {} },
  })
}

test('servers whose clocks are a minute apart refresh once and lose nothing', async () => {
  const { user, world, storage, requests, account } = await signedIn()
  world.clock.advance('25h')
  const slow = Promise.withResolvers<void>()
  world.next({
    endpoint: 'token',
    answer: async ({ url, headers, text }) => {
      await slow.promise
      return world.fetch(url, { method: 'POST', headers, body: text })
    },
  })
  const first = anotherServer(world, storage, -60_000).accessToken({ userId: user }, 'tiktok')
  await expect.poll(() => requests('token').length).toBe(2)
  const others = [0, 60_000].map((shift) =>
    anotherServer(world, storage, shift).accessToken({ userId: user }, 'tiktok'),
  )
  await new Promise((resolve) => setTimeout(resolve, 400))
  slow.resolve()
  const tokens = await Promise.all([first, ...others])
  expect(new Set(tokens).size).toBe(1)
  expect((await account())?.access_token).toBe(tokens[0])
  // The sign-in, the one that was held back, and what it was held back for.
  expect(requests('token')).toHaveLength(3)
})

type Answer = PromiseWithResolvers<Response>

test.each([
  ['does not answer', (answer: Answer) => answer.reject(new TypeError('fetch failed'))],
  ['is ill', (answer: Answer) => answer.resolve(new Response('Down', { status: 503 }))],
])('a platform that %s is asked once, not once for each server', async (_, fail) => {
  const { user, world, storage, requests, account } = await signedIn()
  const before = await account()
  world.clock.advance('25h')
  const answer = Promise.withResolvers<Response>()
  for (let time = 0; time < 4; time++) {
    world.next({ endpoint: 'token', answer: async () => (await answer.promise).clone() })
  }
  const servers = Array.from({ length: 4 }, () => anotherServer(world, storage))
  const asked = servers.map((server) => server.accessToken({ userId: user }, 'tiktok'))
  const answers = Promise.allSettled(asked)
  await expect.poll(() => requests('token').length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 400))
  fail(answer)
  const codes = (await answers).map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'PlatformUnreachable').length).toBeGreaterThanOrEqual(3)
  expect(codes.filter((code) => !code)).toEqual([])
  expect(requests('token')).toHaveLength(2)
  expect((await account())?.refresh_token).toBe(before?.refresh_token)
})

test('a server that did not wait for a failing platform asks it anew', async () => {
  const { user, world, storage } = await signedIn()
  world.clock.advance('25h')
  world.next({ endpoint: 'token', answer: 'cut' })
  const failed = anotherServer(world, storage).accessToken({ userId: user }, 'tiktok')
  await expect(failed).rejects.toMatchObject({ code: 'PlatformUnreachable' })
  expect(await anotherServer(world, storage).accessToken({ userId: user }, 'tiktok')).toMatch(
    /^act\./,
  )
})

/** TikTok mistakes the person when it refreshes. */
function mistaken(world: Emulator) {
  world.next({
    endpoint: 'token',
    answer: async ({ url, headers, text }) => {
      const truth = await world.fetch(url, { method: 'POST', headers, body: text })
      return Response.json({ ...(await truth.json()), open_id: '-000somebody-else' })
    },
  })
}

test('a refresh that brings the tokens of somebody else is neither kept nor handed out', async () => {
  const { auth, user, world, account } = await signedIn()
  const before = await account()
  world.clock.advance('25h')
  mistaken(world)
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'CheckFailed',
    field: 'open_id',
  })
  expect(await account()).toEqual(before)
})

test('tokens in a cookie are those of the session that comes along, and of no other', async () => {
  const { auth, browser, open } = await setup({ providers: [TikTok(keys)] }, practice())
  await browser.signIn('tiktok', { as: 'ada' })
  const noor = open()
  await noor.signIn('tiktok', { as: 'noor' })
  const tokens = [...browser.cookies].filter(([name]) => name.includes('.accounts'))
  const session = [...noor.cookies].filter(([name]) => name.endsWith('.session'))
  expect([tokens.length, session.length]).toEqual([1, 1])
  const cookie = [...tokens, ...session].map((pair) => pair.join('=')).join('; ')
  const asked = auth.accessToken(new Request(origin, { headers: { cookie } }), 'tiktok')
  await expect(asked).rejects.toMatchObject({ code: 'SignInAgain' })
})

test('tokens in a cookie follow the user whom the jwt callback names', async () => {
  const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, sub: 'own-id' }) }
  const { auth, browser } = await setup({ providers: [TikTok(keys)], callbacks }, practice())
  await browser.signIn('tiktok', { as: 'ada' })
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request(origin, { headers: { cookie } })
  expect(await auth.accessToken(request, 'tiktok')).toMatch(/^act\./)
})

test('a refresh that brings the tokens of somebody else gets CheckFailed without a storage, too', async () => {
  const { auth, browser, world } = await setup({ providers: [TikTok(keys)] }, practice())
  await browser.signIn('tiktok', { as: 'ada' })
  world.clock.advance('25h')
  mistaken(world)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = new Headers()
  const asked = auth.accessToken(new Request(origin, { headers: { cookie } }), 'tiktok', {
    response: headers,
  })
  await expect(asked).rejects.toMatchObject({ code: 'CheckFailed' })
  expect(headers.getSetCookie()).toEqual([])
})

test('an application that knows people by their union_id has its tokens refreshed all the same', async () => {
  const { auth, browser, world, storage } = await tiktok({
    profile: ({ data }) => ({ id: data.user.union_id ?? data.user.open_id }),
  })
  await browser.signIn('tiktok', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const [account] = await storage.listAccounts(user)
  expect(account?.providerAccountId).not.toMatch(/^-000/)
  world.clock.advance('25h')
  expect(await auth.accessToken({ userId: user }, 'tiktok')).not.toBe(account?.access_token)
})

test('a refresh token that is known to be expired gets SignInAgain without a request', async () => {
  const { auth, user, world, requests } = await signedIn()
  world.clock.advance('366d')
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
  expect(requests('token')).toHaveLength(1)
})

test.each(['cut', 'html', 'unavailable', 'server_error'])(
  'a platform in trouble (%s) loses nothing',
  async (answer) => {
    const { auth, user, world, account } = await signedIn()
    const before = await account()
    world.clock.advance('25h')
    world.next({ endpoint: 'token', answer })
    await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toBeInstanceOf(AuthError)
    expect((await account())?.refresh_token).toBe(before?.refresh_token)
    expect(await auth.accessToken({ userId: user }, 'tiktok')).toMatch(/^act\./)
  },
)

test('the old token is returned while it lasts, although its refresh fails', async () => {
  const { auth, user, world, account } = await signedIn()
  world.clock.advance(86_400_000 - 30_000)
  world.next({ endpoint: 'token', answer: 'cut' })
  expect(await auth.accessToken({ userId: user }, 'tiktok')).toBe((await account())?.access_token)
})

test('without a storage the tokens live in a sealed cookie, and a refresh goes back to the browser', async () => {
  const { auth, browser, world } = await setup({ providers: [TikTok(keys)] }, practice())
  await browser.signIn('tiktok', { as: 'ada' })
  const jar = new Map(browser.cookies)
  const request = () =>
    new Request(origin, { headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } })
  const first = await auth.accessToken(request(), 'tiktok')
  expect([...jar.values()].join()).not.toContain(first)
  world.clock.advance('25h')
  // Nothing is asked of TikTok when the answer would have no place to be kept.
  await expect(auth.accessToken(request(), 'tiktok')).rejects.toMatchObject({ field: 'response' })
  const headers = new Headers()
  const second = await auth.accessToken(request(), 'tiktok', { response: headers })
  for (const line of headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/)
    jar.set(name, value)
  }
  // 7: they are one person's own, and no cache may keep them.
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('vary')).toBe('Cookie')
  expect(second).not.toBe(first)
  expect(await auth.accessToken(request(), 'tiktok')).toBe(second)
  expect(world.received.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(2)
})

test('revoking an expired token refreshes it first, because TikTok takes back only a living one', async () => {
  const { auth, user, world, requests, account } = await signedIn()
  world.clock.advance('25h')
  await auth.accounts.revoke({ userId: user }, 'tiktok')
  expect(requests('token')).toHaveLength(2)
  const [revoke, ...more] = requests('revoke')
  expect(more).toEqual([])
  expect(revoke).toMatchObject({
    method: 'POST',
    url: 'https://open.tiktokapis.com/v2/oauth/revoke/',
  })
  expect(revoke?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(revoke?.headers.authorization).toBeUndefined()
  expect(revoke?.body).toEqual({
    client_key: keys.clientId,
    client_secret: keys.clientSecret,
    token: expect.stringMatching(/^act\./),
  })
  expect(await account()).toMatchObject({ access_token: '', refresh_token: '' })
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
})

test('an account stays connected when its tokens are taken back, and goes when it is unlinked', async () => {
  const { auth, user, storage } = await signedIn({ providers: [TikTok(keys), other] })
  await storage.linkAccount({
    provider: 'other',
    providerAccountId: '1',
    type: 'oauth',
    userId: user,
  })
  const connected = async () =>
    (await storage.listAccounts(user)).map(({ provider }) => provider).sort()
  await auth.accounts.revoke({ userId: user }, 'tiktok')
  expect(await connected()).toEqual(['other', 'tiktok'])
  await auth.accounts.unlink({ userId: user }, 'tiktok')
  expect(await connected()).toEqual(['other'])
})

test('revoking forgets tokens that have all expired, without asking TikTok', async () => {
  const { auth, user, world, requests, account } = await signedIn()
  world.clock.advance('366d')
  await auth.accounts.revoke({ userId: user }, 'tiktok')
  expect(requests('revoke')).toEqual([])
  expect(await account()).toMatchObject({ access_token: '', refresh_token: '' })
})

test('an empty answer takes the token back as well', async () => {
  const { auth, user, world, account } = await signedIn()
  world.next({ endpoint: 'revoke', answer: 'empty' })
  await auth.accounts.revoke({ userId: user }, 'tiktok')
  expect(await account()).toMatchObject({ access_token: '', refresh_token: '' })
})

test.each(['invalid_client', 'server_error', 'cut', 'unavailable', 'janus'])(
  'a revocation that failed (%s) is told, and nothing is forgotten',
  async (answer) => {
    const { auth, user, world, account } = await signedIn()
    const before = await account()
    world.next({ endpoint: 'revoke', answer })
    await expect(auth.accounts.revoke({ userId: user }, 'tiktok')).rejects.toBeInstanceOf(AuthError)
    expect(await account()).toEqual(before)
  },
)

test('a token lives as long as TikTok says, not as long as it used to', async () => {
  const { clientId: client_key, clientSecret: client_secret } = keys
  const platform = tiktokPlatform({
    apps: [{ client_key, client_secret, web: [callback] }],
    doubts: { accessLifetime: 7200 },
  })
  const world = await emulator({ platforms: [platform] })
  const { browser, auth } = await setup({ providers: [TikTok(keys)], storage: memory() }, world)
  await browser.signIn('tiktok', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const first = await auth.accessToken({ userId: user }, 'tiktok')
  world.clock.advance('3h')
  expect(await auth.accessToken({ userId: user }, 'tiktok')).not.toBe(first)
})

test('a new token is kept before anybody sees it', async () => {
  const storage = memory()
  let kept = false
  const slow = {
    ...storage,
    async replaceTokens(...change: Parameters<typeof storage.replaceTokens>) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      kept = true
      return storage.replaceTokens(...change)
    },
  }
  const { auth, user, world } = await signedIn({ storage: slow })
  world.clock.advance('25h')
  kept = false
  await auth.accessToken({ userId: user }, 'tiktok')
  expect(kept).toBe(true)
})

test('revoking twice, or after the person disconnected at TikTok, succeeds', async () => {
  const { auth, user, world } = await signedIn()
  world.disconnect('ada')
  const revoke = () => auth.accounts.revoke({ userId: user }, 'tiktok')
  await expect(revoke()).resolves.toBeUndefined()
  await expect(revoke()).resolves.toBeUndefined()
})

test('of two accounts of one person it is always the same whose token is meant', async () => {
  const storage = memory()
  let turn = 0
  // A database may tell the same rows in another order each time.
  const restless = {
    ...storage,
    async listAccounts(userId: string) {
      const accounts = await storage.listAccounts(userId)
      return turn++ % 2 ? accounts : accounts.reverse()
    },
  }
  const { auth, browser, user, world } = await signedIn({ storage: restless })
  await browser.signIn('tiktok', { as: 'noor', link: true })
  const kept = async () =>
    (await storage.listAccounts(user)).sort((a, b) =>
      a.providerAccountId < b.providerAccountId ? -1 : 1,
    )
  const [meant, other] = await kept()
  for (let round = 0; round < 3; round++) {
    expect(await auth.accessToken({ userId: user }, 'tiktok')).toBe(meant?.access_token)
  }
  world.clock.advance('25h')
  const renewed = await auth.accessToken({ userId: user }, 'tiktok')
  expect((await kept())[0]?.access_token).toBe(renewed)
  expect((await kept())[1]).toEqual(other)
  await auth.accounts.unlink({ userId: user }, 'tiktok')
  expect(await kept()).toEqual([other])
})

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import type { WebhookEvent } from '../../src/types/dialect.ts'
import { version4 } from '../authjs/cookies.ts'
import { origin, setup } from '../setup.ts'
import { keys, tiktok } from './practice.ts'

async function listening(config = {}) {
  const events: (WebhookEvent & { user?: string })[] = []
  const parts = await tiktok(
    {},
    {
      events: {
        webhook: ({ event, user }) => void events.push({ ...event, user: user?.id ?? '' }),
      },
      ...config,
    },
  )
  await parts.browser.signIn('tiktok', { as: 'ada' })
  const user = (await parts.browser.session())?.user.id ?? ''
  const deliver: typeof fetch = (input, init) => parts.auth.handler(new Request(input, init))
  const send = (order: object = {}) =>
    parts.world.webhook({
      event: 'authorization.removed',
      content: { reason: 1 },
      as: 'ada',
      fetch: deliver,
      ...order,
    })
  return { ...parts, events, user, send }
}

test('a person who disconnects at TikTok loses their tokens, and the application hears why', async () => {
  const { auth, send, events, user, browser } = await listening()
  expect((await send()).status).toBe(200)
  expect(events).toMatchObject([
    {
      event: 'authorization.removed',
      removed: true,
      reason: expect.stringContaining('disconnected'),
      user,
    },
  ])
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
  expect(await browser.session()).not.toBeNull()
})

test('sessions end as well, where that is configured', async () => {
  const { send, browser } = await listening({ webhooks: { endSessions: true } })
  await send()
  expect(await browser.session()).toBeNull()
})

test('they end under the lock of their user, as a session that is raised at the same moment needs it', async () => {
  const storage = memory()
  const outside = { ...storage, deleteSessions: () => expect.unreachable('no transaction') }
  const { send, browser } = await listening({ storage: outside, webhooks: { endSessions: true } })
  expect((await send()).status).toBe(200)
  expect(await browser.session()).toBeNull()
})

test('a session that Auth.js began ends with them', async () => {
  const inherited = fromAuthjs({ since: '2030-01-01' })
  const { auth, send, user, world } = await listening({
    webhooks: { endSessions: true },
    session: { fromAuthjs: inherited },
  })
  const iat = Math.floor(world.clock.now() / 1000)
  const cookie = version4({ token: { sub: user }, iat, exp: iat + 3600 })
  const read = () => auth.session(new Request(origin, { headers: { cookie } }))
  expect((await read())?.user.id).toBe(user)
  await send()
  expect(await read()).toBeNull()
})

test.each<[string, object]>([
  ['sealed sessions', { session: { strategy: 'cookie' } }],
  ['a storage that cannot end them', { storage: { ...memory(), deleteSessions: undefined } }],
])('with %s, a wish to end them is refused at the start', async (_, config) => {
  const { auth, log } = await tiktok({}, { webhooks: { endSessions: true }, ...config })
  expect((await auth.handler(new Request(`${origin}/api/auth/signin`))).status).toBe(500)
  expect(log.errors[0]).toMatchObject({ code: 'Configuration', field: 'webhooks.endSessions' })
})

test('a delivery that comes twice counts once', async () => {
  const { auth, world, events } = await listening()
  const requests: Request[] = []
  const twice: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    return auth.handler(request)
  }
  await world.webhook({
    event: 'authorization.removed',
    content: { reason: 2 },
    as: 'ada',
    fetch: twice,
  })
  const [repeated] = requests
  expect(repeated && (await auth.handler(repeated)).status).toBe(200)
  expect(events).toHaveLength(1)
})

test('two deliveries that differ only in where a word ends are two', async () => {
  const { auth, events, world } = await listening()
  const deliver = (event: string, user_openid: string) => {
    const t = Math.floor(world.clock.now() / 1000)
    const body = JSON.stringify({
      client_key: keys.clientId,
      event,
      create_time: t,
      user_openid,
      content: '{}',
    })
    const s = createHmac('sha256', keys.clientSecret).update(`${t}.${body}`).digest('hex')
    const headers = { 'tiktok-signature': `t=${t},s=${s}`, 'content-type': 'application/json' }
    const url = `${origin}/api/auth/webhook/tiktok`
    return auth.handler(new Request(url, { method: 'POST', headers, body }))
  }
  // Joined by spaces, the two would be one.
  const t = Math.floor(world.clock.now() / 1000)
  expect((await deliver(`video.publish ${t}`, 'x')).status).toBe(200)
  expect((await deliver('video.publish', `${t} x`)).status).toBe(200)
  expect(events).toHaveLength(2)
})

test('without a client secret nobody can have signed a webhook', async () => {
  const { world, storage, browser } = await listening()
  const user = (await browser.session())?.user.id ?? ''
  const [account] = await storage.listAccounts(user)
  const client = { token_endpoint_auth_method: 'none' } as const
  const provider = TikTok({ clientId: keys.clientId, client, clientSecret: '' })
  const { auth } = await setup({ providers: [provider], storage }, world)
  const t = Math.floor(world.clock.now() / 1000)
  const body = JSON.stringify({
    client_key: keys.clientId,
    event: 'authorization.removed',
    create_time: t,
    user_openid: account?.providerAccountId,
    content: '{}',
  })
  const s = createHmac('sha256', '').update(`${t}.${body}`).digest('hex')
  const headers = { 'tiktok-signature': `t=${t},s=${s}`, 'content-type': 'application/json' }
  const url = `${origin}/api/auth/webhook/tiktok`
  const answer = await auth.handler(new Request(url, { method: 'POST', headers, body }))
  expect(answer.status).toBe(401)
  expect(await storage.listAccounts(user)).toEqual([account])
})

test('news that comes late keeps the tokens of somebody who has consented anew', async () => {
  const { auth, browser, world, send, storage, events, user } = await listening()
  const at = world.clock.now()
  world.disconnect('ada')
  world.clock.advance('3h')
  await browser.signIn('tiktok', { as: 'ada' })
  const [newer] = await storage.listAccounts(user)
  expect((await send({ at })).status).toBe(200)
  expect(events).toMatchObject([{ removed: true, at: at / 1000 }])
  const token = await auth.accessToken({ userId: user }, 'tiktok')
  expect(token).toMatch(/^act\./)
  // TikTok was asked, and said that the newer consent lives.
  expect(token).not.toBe(newer?.access_token)
})

test.each([
  ['a minute', '1m', ''],
  ['a little more than a minute', '61s', expect.stringMatching(/^rft\./)],
] as const)('news that took %s', async (_, delay, refresh_token) => {
  const { world, send, storage, user } = await listening()
  const at = world.clock.now()
  world.clock.advance(delay)
  await send({ at })
  // What is late is doubted: the platform is asked at the next use.
  expect(await storage.listAccounts(user)).toMatchObject([{ access_token: '', refresh_token }])
})

test('news that comes late ends the tokens of somebody who has not', async () => {
  const { auth, world, send, storage, user } = await listening()
  const at = world.clock.now()
  world.disconnect('ada')
  world.clock.advance('3h')
  await send({ at })
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
  const [account] = await storage.listAccounts(user)
  expect(account).toMatchObject({ access_token: '', refresh_token: '' })
})

test('an event that could not be handled gets 500, and is handled when TikTok sends it again', async () => {
  const storage = memory()
  let isDown = true
  const shaky = {
    ...storage,
    async updateAccount(account: Parameters<typeof storage.updateAccount>[0]) {
      if (isDown && account.access_token === '') throw new Error('the database is away')
      return storage.updateAccount(account)
    },
  }
  const { auth, send, events, user } = await listening({ storage: shaky })
  expect((await send()).status).toBe(500)
  expect(events).toEqual([])
  isDown = false
  expect((await send()).status).toBe(200)
  expect(events).toMatchObject([{ removed: true, user }])
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
})

test.each([
  [0, 'unknown'],
  [1, 'the person disconnected the app in TikTok'],
  [2, 'the TikTok account was deleted'],
  [3, 'the age of the person changed'],
  [4, 'the TikTok account was banned'],
  [5, 'the application revoked its access'],
  [99, 'unknown'],
  [undefined, 'unknown'],
])('reason %s is told as “%s”', async (reason, told) => {
  const { send, events } = await listening()
  expect((await send({ content: { reason } })).status).toBe(200)
  expect(events).toMatchObject([{ reason: told }])
})

test.each([
  ['no JSON', 'gone', 'unknown', 'gone'],
  [
    'an object where a text is documented',
    { reason: 2 },
    'the TikTok account was deleted',
    { reason: 2 },
  ],
  ['nothing', undefined, 'unknown', {}],
  ['null', 'null', 'unknown', null],
  ['a word that every list knows', '{"reason":"constructor"}', 'unknown', expect.anything()],
  ['another one', '{"reason":"length"}', 'unknown', expect.anything()],
])('a removal whose content is %s is a removal', async (_, content, reason, told) => {
  const { auth, storage, world, user, events } = await listening()
  const [account] = await storage.listAccounts(user)
  const t = Math.floor(world.clock.now() / 1000)
  const body = JSON.stringify({
    client_key: keys.clientId,
    event: 'authorization.removed',
    create_time: t,
    user_openid: account?.providerAccountId,
    content,
  })
  const s = createHmac('sha256', keys.clientSecret).update(`${t}.${body}`).digest('hex')
  const headers = { 'tiktok-signature': `t=${t},s=${s}` }
  const request = new Request(`${origin}/api/auth/webhook/tiktok`, {
    method: 'POST',
    headers,
    body,
  })
  expect((await auth.handler(request)).status).toBe(200)
  expect(events).toMatchObject([{ removed: true, reason, user }])
  expect(events[0]?.content).toEqual(told)
  await expect(auth.accessToken({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'SignInAgain',
  })
})

test('another event is told, and ends nothing', async () => {
  const { auth, send, events, user } = await listening()
  expect((await send({ event: 'video.publish.completed', content: { id: 7 } })).status).toBe(200)
  expect(events).toMatchObject([
    { event: 'video.publish.completed', removed: false, content: { id: 7 }, user },
  ])
  expect(await auth.accessToken({ userId: user }, 'tiktok')).toMatch(/^act\./)
})

test('another app’s webhook is refused, even if it has the same secret', async () => {
  const { auth, world } = await tiktok({ clientId: 'awother' })
  const response = await world.webhook({
    event: 'authorization.removed',
    as: 'ada',
    fetch: (input, init) => auth.handler(new Request(input, init)),
  })
  expect(response.status).toBe(401)
})

type Forge = (headers: Headers, body: string) => [Headers, string]

test.each<[string, Forge]>([
  ['no signature', (_, body) => [new Headers({ 'content-type': 'application/json' }), body]],
  ['a changed body', (headers, body) => [headers, body.replace('authorization', 'Authorization')]],
  ['a re-serialised body', (headers, body) => [headers, JSON.stringify(JSON.parse(body), null, 1)]],
  [
    'another time',
    (headers, body) => [
      new Headers({
        'tiktok-signature': (headers.get('tiktok-signature') ?? '').replace(/t=\d/, 't=9'),
      }),
      body,
    ],
  ],
  ['an empty signature', (_, body) => [new Headers({ 'tiktok-signature': 't=1,s=' }), body]],
])('%s is refused', async (_, forge) => {
  const { auth, world, events } = await listening()
  const response = await world.webhook({
    event: 'authorization.removed',
    content: { reason: 1 },
    as: 'ada',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const [headers, body] = forge(new Headers(request.headers), await request.text())
      return auth.handler(new Request(request.url, { method: 'POST', headers, body }))
    },
  })
  expect(response.status).toBe(401)
  expect(events).toEqual([])
})

test.each(['6m', -360_000] as const)(
  'a delivery is refused %s after it was signed',
  async (age) => {
    const { auth, world, events } = await listening()
    const response = await world.webhook({
      event: 'authorization.removed',
      content: { reason: 1 },
      as: 'ada',
      fetch: async (input, init) => {
        world.clock.advance(age)
        return auth.handler(new Request(input, init))
      },
    })
    expect(response.status).toBe(401)
    expect(events).toEqual([])
  },
)

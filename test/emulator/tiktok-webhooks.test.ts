import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'
import { client, noon, post, practice, revokeAddress, signIn, web } from './practice.ts'

const webhook_url = 'https://app.test/api/auth/webhook/tiktok'

type Post = { url: string; headers: Headers; body: string }

async function setup(statuses: number[] = []): Promise<{ tiktok: Emulator; posts: Post[] }> {
  const posts: Post[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    posts.push({ url: request.url, headers: request.headers, body: await request.text() })
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(null, { status })
  }
  const app = { ...client, environment: 'sandbox', web: [web], webhook_url } as const
  return { tiktok: await practice({ apps: [app], fetch }), posts }
}

function expectSigned({ headers, body }: Post): void {
  const [, t, s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(headers.get('tiktok-signature') ?? '') ?? []
  const expected = createHmac('sha256', client.client_secret).update(`${t}.${body}`).digest('hex')
  expect(s).toBe(expected)
}

test('a revocation by the application fires authorization.removed with reason 5, signed', async () => {
  const { tiktok, posts } = await setup()
  const { access_token, open_id } = await signIn(tiktok)
  await post(tiktok, revokeAddress, { ...client, token: access_token })
  await tiktok.settled()
  expect(posts).toHaveLength(1)
  const [sent] = posts as [Post]
  expect(sent.url).toBe(webhook_url)
  expectSigned(sent)
  expect(JSON.parse(sent.body)).toEqual({
    client_key: client.client_key,
    event: 'authorization.removed',
    create_time: noon / 1000,
    user_openid: open_id,
    content: '{"reason":5}',
  })
})

test('a persona who disconnects is reported once, however often they signed in', async () => {
  const { tiktok, posts } = await setup()
  await signIn(tiktok)
  await signIn(tiktok)
  tiktok.disconnect('ada')
  tiktok.disconnect('ada')
  tiktok.disconnect('noor')
  await tiktok.settled()
  expect(posts.map(({ body }) => JSON.parse(body).content)).toEqual(['{"reason":1}'])
})

test('an application that does not say 200 is told again, later and later', async () => {
  const { tiktok, posts } = await setup([500, 0, 201])
  await signIn(tiktok)
  tiktok.disconnect('ada', { reason: 4 })
  await tiktok.settled()
  expect(tiktok.deliveries).toMatchObject([{ attempts: 1, status: 500, outcome: 'waiting' }])
  for (const [pause, attempts] of [
    ['59s', 1],
    ['1s', 2],
    ['2m', 3],
    ['4m', 4],
  ] as const) {
    tiktok.clock.advance(pause)
    await tiktok.settled()
    expect(posts).toHaveLength(attempts)
  }
  expect(tiktok.deliveries).toMatchObject([{ attempts: 4, outcome: 'delivered' }])
  const times = posts.map(({ body }) => JSON.parse(body).create_time)
  expect(new Set(times)).toEqual(new Set([noon / 1000]))
  posts.forEach(expectSigned)
  const stamps = posts.map(({ headers }) => headers.get('tiktok-signature')?.split(',')[0])
  expect(new Set(stamps).size).toBe(4)
})

test('after 72 hours a webhook is dropped', async () => {
  const { tiktok, posts } = await setup(Array(50).fill(503))
  await signIn(tiktok)
  tiktok.disconnect('ada')
  for (let hour = 0; hour < 80; hour++) {
    await tiktok.settled()
    tiktok.clock.advance('1h')
  }
  expect(tiktok.deliveries).toMatchObject([{ outcome: 'dropped', status: 503 }])
  const count = posts.length
  tiktok.clock.advance('30d')
  await tiktok.settled()
  expect(posts).toHaveLength(count)
})

test('any webhook can be sent by hand, through any fetch', async () => {
  const { tiktok } = await setup()
  const seen: string[] = []
  const response = await tiktok.webhook({
    event: 'video.publish.completed',
    as: 'ada',
    content: { share_id: 'video.1' },
    fetch: async (input, init) => {
      seen.push(await new Request(input, init).text())
      return new Response('taken')
    },
  })
  expect(await response.text()).toBe('taken')
  const { open_id } = await signIn(tiktok)
  expect(JSON.parse(seen[0] ?? '')).toMatchObject({
    event: 'video.publish.completed',
    user_openid: open_id,
    content: '{"share_id":"video.1"}',
  })
})

test('an application without an address hears nothing', async () => {
  const tiktok = await practice()
  await signIn(tiktok)
  tiktok.disconnect('ada')
  await tiktok.settled()
  expect(tiktok.deliveries).toMatchObject([{ outcome: 'unaddressed' }])
  await expect(tiktok.webhook({ event: 'x' })).rejects.toThrow(/no webhook/)
})

import { expect, test } from 'vitest'
import { authorizeUrl, noon, practice, redeem, signIn, tokenAddress, userInfo } from './practice.ts'

test('the clock stands still until it is moved', async () => {
  const { clock } = await practice()
  expect(clock.now()).toBe(noon)
  clock.advance('11m')
  clock.advance(500)
  expect(clock.now()).toBe(noon + 660_500)
  clock.set(new Date(0))
  expect(clock.now()).toBe(0)
  expect(() => clock.advance('soon' as '1s')).toThrow(/90s/)
})

test('the clock can follow another one', async () => {
  let time = 1000
  const { clock } = await practice({ now: () => time })
  clock.advance('1s')
  time = 5000
  expect(clock.now()).toBe(6000)
})

test('the same seed tells the same story, another seed another', async () => {
  const story = async (seed?: string): Promise<unknown> => {
    const tiktok = await practice(seed === undefined ? {} : { seed })
    const tokens = await signIn(tiktok, { as: 'noor' })
    const info = await userInfo(tiktok, tokens.access_token, 'open_id,avatar_url')
    return [tokens, await info.json()]
  }
  expect(await story()).toEqual(await story())
  expect(await story('other')).not.toEqual(await story())
})

test('a person keeps their open_id whatever happened before', async () => {
  const first = await practice()
  const second = await practice()
  await signIn(second, { as: 'max' })
  expect((await signIn(first)).open_id).toBe((await signIn(second)).open_id)
})

test('a snapshot brings back tokens, time, faults and recordings', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl())
  const code = back.searchParams.get('code')
  const before = tiktok.snapshot()
  const length = tiktok.received.length
  const answer = await (await redeem(tiktok, code)).json()
  tiktok.clock.advance('1h')
  tiktok.next({ endpoint: 'token', answer: 'janus' })
  tiktok.inbox.deliver({ to: 'a@app.test', subject: 's', text: 't' })
  for (let again = 0; again < 2; again++) {
    tiktok.restore(before)
    expect(tiktok.clock.now()).toBe(noon)
    expect(tiktok.received).toHaveLength(length)
    expect(tiktok.inbox.messages()).toEqual([])
    expect(await (await redeem(tiktok, code)).json()).toEqual(answer)
  }
})

test('everything received can be asserted on', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  await userInfo(tiktok, access_token, 'open_id')
  const { received } = tiktok
  expect(received.map(({ endpoint }) => endpoint)).toEqual([
    'authorize',
    'consent',
    'token',
    'userinfo',
  ])
  const [, , token, info] = received
  expect(token).toMatchObject({
    platform: 'tiktok',
    method: 'POST',
    url: tokenAddress,
    body: { grant_type: 'authorization_code' },
    at: noon,
  })
  expect(token?.headers['content-type']).toMatch(/x-www-form-urlencoded/)
  expect(info?.headers.authorization).toBe(`Bearer ${access_token}`)
  await tiktok.fetch('https://open.tiktokapis.com/v2/nothing/')
  expect(tiktok.received.at(-1)?.endpoint).toBe('unknown')
  tiktok.received.clear()
  expect(tiktok.received).toEqual([])
})

test('two emulators share nothing', async () => {
  const [one, other] = [await practice(), await practice()]
  const { access_token } = await signIn(one)
  expect((await userInfo(other, access_token, 'open_id')).status).toBe(401)
  expect(other.received).toHaveLength(1)
})

test('an emulator that runs for long remembers the newest of everything, and forgets the oldest', async () => {
  const tiktok = await practice()
  const address = 'http://127.0.0.1:4100/inbox'
  const headers = { 'content-type': 'application/json' }
  const mail = (index: number) =>
    new Request(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ to: 'ada@people.test', subject: `${index}`, text: '' }),
    })
  for (let index = 1; index <= 300; index++) await tiktok.handler(mail(index))
  const subjects = tiktok.inbox.messages().map(({ subject }) => Number(subject))
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, 300, 101])
  expect(tiktok.inbox.messages()[0]?.id).toBe(300)
  for (let index = 1; index <= 2100; index++) await tiktok.fetch(`${tokenAddress}?${index}`)
  expect(tiktok.received).toHaveLength(2000)
  expect(tiktok.received.at(-1)?.url).toBe(`${tokenAddress}?2100`)
  const state = tiktok.snapshot().state
  for (let index = 0; index < 10_050; index++) {
    state.notes.set(`${index}`, {})
    state.hits.set(`${index}`, [])
  }
  tiktok.restore({ state })
  // What was issued last still works.
  const { access_token } = await signIn(tiktok)
  expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(200)
  const { notes, hits } = tiktok.snapshot().state
  expect([notes.size, notes.has('0'), notes.has('10049')]).toEqual([10_000, false, true])
  expect(hits.size).toBe(10_000)
})

test('of a body that is far too long for a sign-in, only the beginning is kept', async () => {
  const tiktok = await practice()
  const body = new URLSearchParams({ code: 'x'.repeat(500_000) })
  await tiktok.fetch(tokenAddress, { method: 'POST', body })
  const kept = JSON.stringify(tiktok.received.at(-1)?.body)
  expect(kept.length).toBeLessThan(25_000)
  expect(kept).toContain('code=xxx')
})

test('the last twenty keys are published, and older ones go', async () => {
  const { emulator, oidc } = await import('../../src/emulator/index.ts')
  const world = await emulator({
    platforms: [oidc({ id: 'idp', issuer: 'https://idp.test', algorithm: 'ES256' })],
  })
  for (let times = 0; times < 30; times++) await world.rotateKeys()
  const { jwks_uri } = await (
    await world.fetch('https://idp.test/.well-known/openid-configuration')
  ).json()
  expect((await (await world.fetch(jwks_uri)).json()).keys).toHaveLength(20)
})

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

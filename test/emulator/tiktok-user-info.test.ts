import { expect, test } from 'vitest'
import {
  authorizeUrl,
  noon,
  practice,
  redeem,
  signIn,
  type Tokens,
  userInfo,
  userInfoAddress,
} from './practice.ts'

const all =
  'open_id,union_id,avatar_url,avatar_url_100,avatar_large_url,display_name,bio_description,' +
  'profile_deep_link,is_verified,username,follower_count,following_count,likes_count,video_count'

type Info = { data: { user: Record<string, string> }; error: { code: string } }

test('all fourteen fields come when all scopes were granted, with error.code ok', async () => {
  const tiktok = await practice()
  const { access_token, open_id } = await signIn(tiktok)
  const response = await userInfo(tiktok, access_token, all)
  expect(response.status).toBe(200)
  const { data, error } = (await response.json()) as Info
  expect(Object.keys(data.user)).toEqual(all.split(','))
  expect(data.user).toMatchObject({ open_id, display_name: 'Ada', username: 'ada.codes' })
  expect(data.user.union_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(error).toEqual({
    code: 'ok',
    message: '',
    log_id: expect.stringMatching(/^20261115120000/),
  })
})

test('only the fields that were named come back', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  const { data } = (await (await userInfo(tiktok, access_token, 'display_name')).json()) as Info
  expect(data.user).toEqual({ display_name: 'Ada' })
})

test('one field beyond the granted scopes fails the whole call', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok, { grant: ['user.info.basic'] })
  const response = await userInfo(tiktok, access_token, 'open_id,username')
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ data: {}, error: { code: 'scope_not_authorized' } })
  const other = await practice({ doubts: { missingScope: 'scope_permission_missed' } })
  const tokens = await signIn(other, { grant: ['user.info.profile'] })
  const refused = await userInfo(other, tokens.access_token, 'open_id')
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'scope_permission_missed' } })
})

test('unknown or no fields are invalid_params', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  for (const fields of ['', 'avatar_url_200', 'open_id,', 'open_id email']) {
    const response = await userInfo(tiktok, access_token, fields)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_params' } })
  }
})

test('a token counts in the Authorization header only', async () => {
  const tiktok = await practice()
  const { access_token, refresh_token } = await signIn(tiktok)
  const ask = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    tiktok.fetch(`${userInfoAddress}?fields=open_id${query}`, { headers })
  const attempts = [
    ask(''),
    ask(`&access_token=${encodeURIComponent(access_token)}`),
    ask('', { authorization: access_token }),
    ask('', { authorization: `Basic ${access_token}` }),
    ask('', { authorization: `Bearer ${refresh_token}` }),
  ]
  for (const response of await Promise.all(attempts)) {
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      data: {},
      error: {
        code: 'access_token_invalid',
        message: 'The access token is invalid or not found in the request.',
        log_id: expect.any(String),
      },
    })
  }
})

test('Noor has no union_id, Layla’s name survives, Max’s counts keep every digit', async () => {
  const tiktok = await practice()
  const ask = async (as: string, fields: string): Promise<string> => {
    const { access_token } = await signIn(tiktok, { as })
    return (await userInfo(tiktok, access_token, fields)).text()
  }
  expect(await ask('noor', 'open_id,union_id')).not.toContain('union_id')
  expect(await ask('layla', 'display_name')).toContain('"display_name":"ليلى 🌙✨"')
  expect(await ask('max', 'follower_count,likes_count')).toContain(
    '"follower_count":9007199254740993,"likes_count":9223372036854775807',
  )
})

test('an open_id is per application, a union_id is not', async () => {
  const tiktok = await practice()
  const sandbox = await signIn(tiktok)
  const keys = {
    client_key: 'awpractice00000001',
    client_secret: 'practice-secret-of-production-001',
  }
  const back = await tiktok.approve(authorizeUrl({ client_key: keys.client_key }))
  const answer = await redeem(tiktok, back.searchParams.get('code'), keys)
  const production = (await answer.json()) as Tokens
  expect(production.open_id).not.toBe(sandbox.open_id)
  const unions = await Promise.all(
    [sandbox, production].map(async ({ access_token }) => {
      const info = (await (await userInfo(tiktok, access_token, 'union_id')).json()) as Info
      return info.data.user.union_id
    }),
  )
  expect(unions[0]).toBe(unions[1])
})

test('pictures are signed, served here, and good for about two days', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  const info = (await (await userInfo(tiktok, access_token, 'avatar_url')).json()) as Info
  const address = new URL(info.data.user.avatar_url ?? '')
  expect(address.host).toMatch(/-sign-.*\.tiktokcdn\.com$/)
  const expires = Number(address.searchParams.get('x-expires')) * 1000
  expect(expires - noon).toBe(47 * 3_600_000)
  const picture = await tiktok.fetch(address)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  const forged = new URL(address)
  forged.searchParams.set('x-expires', String(expires / 1000 + 3600))
  expect((await tiktok.fetch(forged)).status).toBe(403)
  tiktok.clock.advance('48h')
  expect((await tiktok.fetch(address)).status).toBe(403)
})

test('Olga’s picture has expired already', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok, { as: 'olga' })
  const info = (await (await userInfo(tiktok, access_token, 'avatar_url')).json()) as Info
  expect((await tiktok.fetch(info.data.user.avatar_url ?? '')).status).toBe(403)
})

test('600 calls a minute are allowed, in a window that slides', async () => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  const ask = async (): Promise<number> => (await userInfo(tiktok, access_token, 'open_id')).status
  for (let call = 0; call < 300; call++) await ask()
  tiktok.clock.advance('30s')
  for (let call = 0; call < 300; call++) await ask()
  const refused = await userInfo(tiktok, access_token, 'open_id')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  tiktok.clock.advance('30s')
  expect(await ask()).toBe(200)
})

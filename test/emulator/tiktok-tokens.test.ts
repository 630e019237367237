import { describe, expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'
import {
  authorizeUrl,
  client,
  desktop,
  desktopUrl,
  type Overrides,
  parameters,
  post,
  practice,
  redeem,
  revokeAddress,
  signIn,
  type Tokens,
  tokenAddress,
  userInfo,
  verifier,
} from './practice.ts'

const expired = { error: 'invalid_grant', error_description: 'Authorization code is expired.' }
const incorrect = {
  error: 'invalid_client',
  error_description: 'Client key or secret is incorrect.',
}
const malformed = {
  error: 'invalid_request',
  error_description: 'The request parameters are malformed.',
}

async function codeOf(tiktok: Emulator, url: string = authorizeUrl()): Promise<string | null> {
  return (await tiktok.approve(url)).searchParams.get('code')
}

async function expectError(response: Response, error: object): Promise<void> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({
    ...error,
    log_id: expect.stringMatching(/^\d{14}\w{18}$/),
  })
}

describe('a code', () => {
  test('becomes tokens of the documented shape', async () => {
    const tiktok = await practice()
    const response = await redeem(tiktok, await codeOf(tiktok))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^act\.\w+!\d+\.va$/),
      expires_in: 86_400,
      open_id: expect.stringMatching(/^-000[\w-]{32}$/),
      refresh_expires_in: 31_536_000,
      refresh_token: expect.stringMatching(/^rft\.\w+!\d+\.va$/),
      scope: 'user.info.stats,user.info.basic,user.info.profile',
      token_type: 'Bearer',
    })
  })

  test('works once, and its reuse ends the tokens it became', async () => {
    const tiktok = await practice()
    const code = await codeOf(tiktok)
    const { access_token } = (await (await redeem(tiktok, code)).json()) as Tokens
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(200)
    await expectError(await redeem(tiktok, code), expired)
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(401)
  })

  test('is good for five minutes', async () => {
    const tiktok = await practice()
    const [early, late] = [await codeOf(tiktok), await codeOf(tiktok)]
    tiktok.clock.advance('299s')
    expect(await (await redeem(tiktok, early)).json()).toHaveProperty('access_token')
    tiktok.clock.advance('1s')
    await expectError(await redeem(tiktok, late), expired)
  })

  test('belongs to one application', async () => {
    const tiktok = await practice()
    const other = {
      client_key: 'awpractice00000001',
      client_secret: 'practice-secret-of-production-001',
    }
    const code = await codeOf(tiktok)
    await expectError(await redeem(tiktok, code, other), expired)
    expect(await (await redeem(tiktok, code)).json()).toHaveProperty('access_token')
  })

  test('is refused if it was decoded twice or made up', async () => {
    const tiktok = await practice()
    await expectError(await redeem(tiktok, `${await codeOf(tiktok)}%21`), expired)
    await expectError(await redeem(tiktok, 'made up'), expired)
  })

  test('is bound to its redirect URI, by invalid_request', async () => {
    const tiktok = await practice()
    await expectError(await redeem(tiktok, await codeOf(tiktok), { redirect_uri: desktop }), {
      error: 'invalid_request',
      error_description: 'Redirect_uri is not matched with the uri when requesting code.',
    })
  })

  test('from a desktop redirect needs the verifier of its hex challenge', async () => {
    const tiktok = await practice()
    const redirect_uri = desktop
    const good = await codeOf(tiktok, desktopUrl())
    const exchanged = await redeem(tiktok, good, { redirect_uri, code_verifier: verifier })
    expect(await exchanged.json()).toHaveProperty('access_token')
    for (const code_verifier of [undefined, 'another-verifier-of-the-right-length-0123456789']) {
      const code = await codeOf(tiktok, desktopUrl())
      await expectError(await redeem(tiktok, code, { redirect_uri, code_verifier }), {
        error: 'invalid_request',
        error_description: 'Code verifier or code challenge is invalid.',
      })
    }
  })
})

describe('the token endpoint', () => {
  const wrong: readonly [string, Overrides, object][] = [
    ['no client_key', { client_key: undefined }, malformed],
    ['no client_secret', { client_secret: undefined }, malformed],
    ['an unknown client', { client_key: 'awnobody' }, incorrect],
    ['a wrong secret', { client_secret: 'wrong' }, incorrect],
    ['a pasted space', { client_secret: `${client.client_secret} ` }, incorrect],
    ['production’s secret', { client_secret: 'practice-secret-of-production-001' }, incorrect],
    ['no grant_type', { grant_type: undefined }, malformed],
    ['no code', { code: undefined }, malformed],
    [
      'no redirect_uri',
      { redirect_uri: undefined },
      {
        error: 'invalid_request',
        error_description: 'Redirect_uri is not matched with the uri when requesting code.',
      },
    ],
  ]

  test.each(wrong)('answers %s in HTTP 200', async (_, overrides, error) => {
    const tiktok = await practice()
    await expectError(await redeem(tiktok, await codeOf(tiktok), overrides), error)
  })

  test('answers unsupported_grant_type to other grants', async () => {
    const tiktok = await practice()
    const response = await post(tiktok, tokenAddress, { ...client, grant_type: 'password' })
    expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' })
  })

  test('finds JSON bodies, HTTP Basic and repeated parameters malformed', async () => {
    const tiktok = await practice()
    const form = { grant_type: 'client_credentials' }
    const send = (init: RequestInit): Promise<Response> =>
      tiktok.fetch(tokenAddress, { method: 'POST', ...init })
    const headers = { 'content-type': 'application/json' }
    await expectError(
      await send({ headers, body: JSON.stringify({ ...client, ...form }) }),
      malformed,
    )
    const basic = btoa(`${client.client_key}:${client.client_secret}`)
    const authorization = `Basic ${basic}`
    await expectError(await send({ headers: { authorization }, body: parameters(form) }), malformed)
    const twice = parameters({ ...client, ...form })
    twice.append('grant_type', 'client_credentials')
    await expectError(await send({ body: twice }), malformed)
  })

  test('lives at its exact path and method only', async () => {
    const tiktok = await practice()
    const attempts = [
      tiktok.fetch(tokenAddress),
      post(tiktok, tokenAddress.slice(0, -1), client),
      post(tiktok, revokeAddress.slice(0, -1), client),
      tiktok.fetch('https://open.tiktokapis.com/v2/user/info?fields=open_id'),
      post(tiktok, 'https://open.tiktokapis.com/v2/user/info/', client),
    ]
    for (const response of await Promise.all(attempts)) {
      expect(response.status).toBe(404)
      expect(await response.text()).toBe('Unsupported path(Janus)')
    }
  })

  test('gives an application a token of its own, which speaks for nobody', async () => {
    const tiktok = await practice()
    const response = await post(tiktok, tokenAddress, {
      client_key: 'awpractice00000002',
      client_secret: 'practice-secret-of-the-draft-0001',
      grant_type: 'client_credentials',
    })
    const body = (await response.json()) as Tokens
    expect(body).toEqual({
      access_token: expect.stringMatching(/^clt\./),
      expires_in: 7200,
      token_type: 'Bearer',
    })
    expect((await userInfo(tiktok, body.access_token, 'open_id')).status).toBe(401)
  })
})

describe('a refresh token', () => {
  const refresh = (tiktok: Emulator, refresh_token: string, overrides: Overrides = {}) =>
    post(tiktok, tokenAddress, {
      ...client,
      grant_type: 'refresh_token',
      refresh_token,
      ...overrides,
    })
  const refused = {
    error: 'invalid_grant',
    error_description: 'Refresh token is invalid or expired.',
  }

  test('brings new tokens, and the old one stops working at once', async () => {
    const tiktok = await practice()
    const first = await signIn(tiktok)
    const second = (await (await refresh(tiktok, first.refresh_token)).json()) as Tokens
    expect(second.access_token).not.toBe(first.access_token)
    expect(second).toMatchObject({ open_id: first.open_id, scope: first.scope, expires_in: 86_400 })
    await expectError(await refresh(tiktok, first.refresh_token), refused)
    expect(await (await refresh(tiktok, second.refresh_token)).json()).toHaveProperty(
      'access_token',
    )
  })

  test('lives a year, and an access token a day', async () => {
    const tiktok = await practice()
    const { access_token, refresh_token } = await signIn(tiktok)
    tiktok.clock.advance('24h')
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(401)
    const second = (await (await refresh(tiktok, refresh_token)).json()) as Tokens
    expect((await userInfo(tiktok, second.access_token, 'open_id')).status).toBe(200)
    tiktok.clock.advance('365d')
    await expectError(await refresh(tiktok, second.refresh_token), refused)
  })

  test('keeps its first year through refreshes, read that way', async () => {
    const tiktok = await practice({ doubts: { refreshLifetime: 'continues' } })
    const { refresh_token } = await signIn(tiktok)
    tiktok.clock.advance('300d')
    const second = (await (await refresh(tiktok, refresh_token)).json()) as Tokens
    expect(second.refresh_expires_in).toBe(65 * 86_400)
  })

  test('belongs to one application and is no access token', async () => {
    const tiktok = await practice()
    const { access_token, refresh_token } = await signIn(tiktok)
    await expectError(await refresh(tiktok, access_token), refused)
    const other = {
      client_key: 'awpractice00000001',
      client_secret: 'practice-secret-of-production-001',
    }
    await expectError(await refresh(tiktok, refresh_token, other), refused)
    await expectError(await refresh(tiktok, refresh_token, { client_key: undefined }), malformed)
  })
})

describe('revocation', () => {
  const refused = {
    error: 'invalid_grant',
    error_description: 'Access token is invalid or expired.',
  }

  test('takes an access token, ends everything, and says {} or nothing', async () => {
    for (const revokeBody of ['{}', ''] as const) {
      const tiktok = await practice({ doubts: { revokeBody } })
      const tokens = await signIn(tiktok)
      const response = await post(tiktok, revokeAddress, { ...client, token: tokens.access_token })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(revokeBody)
      expect((await userInfo(tiktok, tokens.access_token, 'open_id')).status).toBe(401)
      const { refresh_token } = tokens
      const again = { ...client, grant_type: 'refresh_token', refresh_token }
      expect(await (await post(tiktok, tokenAddress, again)).json()).toMatchObject({
        error: 'invalid_grant',
      })
    }
  })

  test('refuses refresh tokens, unknown tokens and expired ones, in HTTP 200', async () => {
    const tiktok = await practice()
    const { access_token, refresh_token } = await signIn(tiktok)
    await expectError(await post(tiktok, revokeAddress, { ...client, token: 'x' }), refused)
    await expectError(
      await post(tiktok, revokeAddress, { ...client, token: refresh_token }),
      refused,
    )
    await expectError(await post(tiktok, revokeAddress, { token: access_token }), malformed)
    tiktok.clock.advance('25h')
    await expectError(
      await post(tiktok, revokeAddress, { ...client, token: access_token }),
      refused,
    )
  })
})

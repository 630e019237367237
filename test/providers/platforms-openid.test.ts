import { describe, expect, test } from 'vitest'
import { microsoftEntraId, slack } from '../../src/emulator/index.ts'
import { readJwt } from '../../src/emulator/jwt.ts'
import { arrival, origin } from '../setup.ts'
import { type ByHand, codeOf, open, pkce } from './by-hand.ts'

const claimsOf = (token: string) => readJwt(token)?.claims ?? {}

/** What a discovery document says. */
async function discovered({ world }: ByHand, issuer: string) {
  return (await world.fetch(`${issuer}/.well-known/openid-configuration`)).json()
}

describe('Google', () => {
  const start = () =>
    open(
      { platform: 'google' },
      'https://accounts.google.com/o/oauth2/v2/auth',
      'https://oauth2.googleapis.com/token',
    )
  const scope = 'openid email'
  const offline = { scope, access_type: 'offline' }

  test('gives refresh tokens to those who ask for offline access', async () => {
    const { tokens } = await start()
    expect(await tokens({ scope })).not.toHaveProperty('refresh_token')
    expect(await tokens(offline)).toMatchObject({
      refresh_token: expect.any(String),
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
    })
  })

  test('gives them once, unless consent is asked for again', async () => {
    const { tokens } = await start()
    expect(await tokens(offline)).toHaveProperty('refresh_token')
    expect(await tokens(offline)).not.toHaveProperty('refresh_token')
    expect(await tokens({ ...offline, prompt: 'consent' })).toHaveProperty('refresh_token')
  })

  test('takes a token back from whoever has it, once', async () => {
    const { tokens, post } = await start()
    const { access_token: token } = await tokens({ scope })
    const revoke = () => post('https://oauth2.googleapis.com/revoke', { token })
    expect((await revoke()).status).toBe(200)
    const again = await revoke()
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ error: 'invalid_token' })
  })
})

describe('LINE', () => {
  const start = () =>
    open(
      { platform: 'line' },
      'https://access.line.me/oauth2/v2.1/authorize',
      'https://api.line.me/oauth2/v2.1/token',
    )
  const everything = { scope: 'openid profile email' }

  test('signs with the channel’s secret, whatever discovery says', async () => {
    const at = await start()
    const { id_token } = await at.tokens(everything)
    expect(readJwt(id_token)?.header).toEqual({ typ: 'JWT', alg: 'HS256' })
    expect(claimsOf(id_token)).not.toHaveProperty('at_hash')
    const told = await discovered(at, 'https://access.line.me')
    expect(told).toMatchObject({
      id_token_signing_alg_values_supported: ['ES256'],
      subject_types_supported: ['pairwise'],
    })
    expect(told).not.toHaveProperty('token_endpoint_auth_methods_supported')
  })

  test.each([
    ['email', 'INVALID_SCOPE'],
    ['profile email', 'INVALID_SCOPE'],
    ['', 'INVALID_SCOPE'],
    ['profile', null],
    ['openid email', null],
  ])('judges the scope “%s”: %s', async (scope, error) => {
    const { ask } = await start()
    expect((await ask({ scope })).searchParams.get('error')).toBe(error)
  })

  test('shouts its errors, and wants a state', async () => {
    const { ask } = await start()
    const back = await ask(everything, { deny: true })
    expect(back.searchParams.get('error')).toBe('ACCESS_DENIED')
    expect((await ask({ ...everything, state: '' })).searchParams.get('error')).toBe(
      'INVALID_REQUEST',
    )
  })

  test('tells the address in ID tokens only, and sends none for a refresh', async () => {
    const { tokens, get, refresh } = await start()
    const { id_token, access_token, refresh_token } = await tokens(everything)
    expect(claimsOf(id_token)).toMatchObject({ email: 'ada@people.test' })
    expect(claimsOf(id_token)).not.toHaveProperty('email_verified')
    const person = await get('https://api.line.me/oauth2/v2.1/userinfo', access_token)
    expect(Object.keys(await person.json())).toEqual(['sub', 'name', 'picture'])
    const renewed = await (await refresh(refresh_token)).json()
    expect(renewed).toHaveProperty('refresh_token')
    expect(renewed).not.toHaveProperty('id_token')
  })
})

describe('LinkedIn', () => {
  const start = () =>
    open(
      { platform: 'linkedin' },
      'https://www.linkedin.com/oauth/v2/authorization',
      'https://www.linkedin.com/oauth/v2/accessToken',
    )
  const scope = 'openid profile email'

  test('knows no PKCE, and puts no nonce into its tokens', async () => {
    const { ask, tokens } = await start()
    expect((await ask({ scope, ...pkce })).searchParams.get('error')).toBe('invalid_request')
    const { id_token, scope: granted } = await tokens({ scope, nonce: 'nonce' })
    expect(claimsOf(id_token)).not.toHaveProperty('nonce')
    expect(granted).toBe('email,openid,profile')
  })

  test('takes the secret in the body, although its discovery document does not say so', async () => {
    const at = await start()
    const answer = await at.exchange({ code: codeOf(await at.ask({ scope })) }, at.basic)
    expect(answer.status).toBe(401)
    expect(await discovered(at, 'https://www.linkedin.com/oauth')).not.toHaveProperty(
      'token_endpoint_auth_methods_supported',
    )
  })

  test('has its own word for changing one’s mind', async () => {
    const { ask, get } = await start()
    const back = await ask({ scope }, { deny: true })
    expect(back.searchParams.get('error')).toBe('user_cancelled_authorize')
    const answer = await get('https://api.linkedin.com/v2/userinfo', 'stranger')
    expect(await answer.json()).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
  })
})

describe('Slack', () => {
  const start = () =>
    open(
      { platform: 'slack' },
      'https://slack.com/openid/connect/authorize',
      'https://slack.com/api/openid.connect.token',
    )
  const scope = 'openid email'

  test.each<[string, Record<string, string>]>([
    ['invalid_code', { code: 'nonsense' }],
    ['bad_client_secret', { client_secret: 'wrong' }],
    ['bad_redirect_uri', { redirect_uri: 'https://app.test/elsewhere' }],
    ['invalid_grant_type', { grant_type: 'password' }],
  ])('says %s with a yes in the status', async (error, wrong) => {
    const { client, ask, exchange } = await start()
    const answer = await exchange({ ...client, code: codeOf(await ask({ scope })), ...wrong })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: false, error })
  })

  test('registers https only, and knows neither PKCE nor forms', async () => {
    const app = { client_id: 'a', redirect_uris: ['http://localhost:3000/api/auth/callback/slack'] }
    expect(() => slack({ apps: [app] })).toThrow(/https/)
    const { ask } = await start()
    for (const asked of [pkce, { response_mode: 'form_post' }]) {
      expect((await ask({ scope, ...asked })).searchParams.get('error')).toBe('invalid_request')
    }
  })

  test('signs for five minutes, and gives access for ever', async () => {
    const { tokens } = await start()
    const { id_token, ...rest } = await tokens({ scope })
    const { exp, iat, ok } = claimsOf(id_token)
    expect(Number(exp) - Number(iat)).toBe(300)
    expect(ok).toBeUndefined()
    expect(Object.keys(rest)).toEqual(['ok', 'access_token', 'token_type'])
  })

  test('knows a token until it is taken back', async () => {
    const { world, tokens, get } = await start()
    const { access_token } = await tokens({ scope })
    const headers = { authorization: `Bearer ${access_token}` }
    const revoke = async () =>
      (await world.fetch('https://slack.com/api/auth.revoke', { method: 'POST', headers })).json()
    expect(await revoke()).toEqual({ ok: true, revoked: true })
    const gone = { ok: false, error: 'invalid_auth' }
    expect(await revoke()).toEqual(gone)
    const person = await get('https://slack.com/api/openid.connect.userInfo', access_token)
    expect([person.status, await person.json()]).toEqual([200, gone])
  })
})

describe('Twitch', () => {
  const issuer = 'https://id.twitch.tv/oauth2'
  const start = () => open({ platform: 'twitch' }, `${issuer}/authorize`, `${issuer}/token`)
  const scope = 'openid user:read:email'

  test('tells claims to those who ask, and nothing without the client’s id', async () => {
    const { client, tokens, get } = await start()
    const claims = JSON.stringify({ id_token: { email: null }, userinfo: { picture: null } })
    const { id_token, scope: granted, access_token } = await tokens({ scope, claims })
    expect(granted).toEqual(['openid', 'user:read:email'])
    expect(claimsOf(id_token)).toMatchObject({ email: 'ada@people.test' })
    expect(claimsOf(id_token)).not.toHaveProperty('preferred_username')
    const person = await (await get(`${issuer}/userinfo`, access_token)).json()
    expect(person).toHaveProperty('picture')
    expect(person).not.toHaveProperty('email')
    const users = 'https://api.twitch.tv/helix/users'
    expect((await get(users, access_token)).status).toBe(401)
    expect((await get(users, access_token, { 'client-id': client.client_id })).status).toBe(200)
  })

  test('renews a token without a word on how long it lives', async () => {
    const { tokens, refresh } = await start()
    const { refresh_token, expires_in } = await tokens({ scope })
    expect(expires_in).toBe(14_124)
    const renewed = await (await refresh(refresh_token)).json()
    expect(Object.keys(renewed).sort()).toEqual([
      'access_token',
      'refresh_token',
      'scope',
      'token_type',
    ])
    const dead = await refresh(refresh_token)
    expect(await dead.json()).toMatchObject({ error: 'Bad Request', status: 400 })
  })

  test('takes access tokens back for whoever names the client', async () => {
    const { client, tokens, post } = await start()
    const { access_token: token } = await tokens({ scope })
    const revoke = async (client_id: string) => {
      const answer = await post(`${issuer}/revoke`, { client_id, token })
      return [answer.status, await answer.text()]
    }
    expect(await revoke('stranger')).toEqual([404, expect.stringContaining('does not exist')])
    expect(await revoke(client.client_id)).toEqual([200, ''])
    expect(await revoke(client.client_id)).toEqual([400, expect.stringContaining('Invalid token')])
  })
})

describe('Apple', () => {
  const issuer = 'https://appleid.apple.com'
  const start = () =>
    open({ platform: 'apple' }, `${issuer}/auth/authorize`, `${issuer}/auth/token`)

  /** What is posted to the application after somebody decided. */
  async function posted({ world, client }: ByHand, asked: object, decision = {}) {
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: `${origin}/api/auth/callback/apple`,
      response_type: 'code',
      scope: 'name email',
      ...asked,
    })
    const went = await arrival(await world.decide(`${issuer}/auth/authorize?${query}`, decision))
    if (typeof went === 'string') return new URL(went).searchParams
    return new URLSearchParams(await went.text())
  }
  const form = { response_mode: 'form_post' }

  test('posts its answers to whoever asks for a name, and takes no other wish', async () => {
    const at = await start()
    expect((await posted(at, {})).get('error')).toBe('invalid_request')
    expect((await posted(at, form, { deny: true })).get('error')).toBe('user_cancelled_authorize')
  })

  test('sends an access token and nothing else for a refresh', async () => {
    const at = await start()
    const code = (await posted(at, form)).get('code') ?? ''
    const { id_token, refresh_token } = await (await at.exchange({ ...at.client, code })).json()
    expect(claimsOf(id_token)).toMatchObject({ email_verified: 'true', nonce_supported: true })
    const renewed = await (await at.refresh(refresh_token)).json()
    expect(Object.keys(renewed).sort()).toEqual(['access_token', 'expires_in', 'token_type'])
    expect(await discovered(at, issuer)).toMatchObject({ subject_types_supported: ['pairwise'] })
  })
})

describe('Microsoft Entra ID', () => {
  const base = 'https://login.microsoftonline.com/common'
  const start = () =>
    open(
      { platform: 'microsoft-entra-id' },
      `${base}/oauth2/v2.0/authorize`,
      `${base}/oauth2/v2.0/token`,
    )
  const scope = 'openid profile email'

  test('names people in its tokens, and shows them at Microsoft Graph', async () => {
    const at = await start()
    const { id_token, access_token } = await at.tokens({ scope, nonce: 'nonce' })
    const told = 'aud email exp iat iss name nbf nonce oid preferred_username sub tid ver'
    expect(Object.keys(claimsOf(id_token)).sort().join(' ')).toBe(told)
    const answer = await at.get('https://graph.microsoft.com/oidc/userinfo', access_token)
    const person = await answer.json()
    expect(person).toEqual({
      sub: claimsOf(id_token).sub,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
      email: 'ada@people.test',
    })
    expect(await discovered(at, `${base}/v2.0`)).toMatchObject({
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      subject_types_supported: ['pairwise'],
    })
  })

  test('wants a scope, and tells what went wrong in numbers', async () => {
    const { ask, exchange, client } = await start()
    expect((await ask({ scope: '' })).searchParams.get('error')).toBe('invalid_scope')
    const back = await ask({ scope }, { deny: true })
    expect(back.searchParams.get('error_description')).toContain('canceled')
    const answer = await exchange({ ...client, code: 'nonsense' })
    expect(await answer.json()).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^AADSTS\d+: /),
      error_codes: [expect.any(Number)],
      timestamp: expect.any(String),
    })
  })

  const callback = 'https://app.test/callback'
  test.each([
    ['common', `${callback}?from=us`, /no query/],
    ['organizations', `${callback}?from=us`, undefined],
    ['organizations', `${callback}/(a)`, /must not contain/],
    ['common', `${callback}/${'a'.repeat(256)}`, /256 characters/],
    ['common', 'http://[::1]:3000/callback', /https/],
    ['common', 'http://app.test/callback', /https/],
  ])('for %s, is asked to register %s', (tenant, uri, problem) => {
    const register = () =>
      microsoftEntraId({ tenant, apps: [{ client_id: 'a', redirect_uris: [uri] }] })
    if (problem) expect(register).toThrow(problem)
    else expect(register).not.toThrow()
  })
})

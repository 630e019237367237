import { describe, expect, test } from 'vitest'
import { hmacHex } from '../../src/emulator/encoding.ts'
import { spotify } from '../../src/emulator/index.ts'
import { codeOf, open, pkce, verifier } from './by-hand.ts'

describe('GitHub', () => {
  const start = () =>
    open(
      { platform: 'github' },
      'https://github.com/login/oauth/authorize',
      'https://github.com/login/oauth/access_token',
    )
  const agent = { 'user-agent': 'test' }
  const user = 'https://api.github.com/user'

  test('answers in form encoding to whoever does not ask for JSON', async () => {
    const { client, ask, exchange } = await start()
    const code = codeOf(await ask({ scope: 'user:email' }))
    const answer = await exchange({ ...client, code }, { accept: '*/*' })
    const tokens = new URLSearchParams(await answer.text())
    expect(tokens.get('access_token')).toMatch(/^gho_/)
  })

  test.each<[string, Record<string, string>]>([
    ['bad_verification_code', { code: 'nonsense' }],
    ['incorrect_client_credentials', { client_secret: 'wrong' }],
    ['redirect_uri_mismatch', { redirect_uri: 'https://app.test/elsewhere' }],
  ])('says %s with the status of a success', async (error, wrong) => {
    const { client, ask, exchange } = await start()
    const code = codeOf(await ask({ scope: 'user:email' }))
    const answer = await exchange({ ...client, code, ...wrong })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ error })
  })

  test('takes the secret in the body only', async () => {
    const { ask, exchange, basic } = await start()
    const answer = await exchange({ code: codeOf(await ask({})) }, basic)
    expect(await answer.json()).toMatchObject({ error: 'incorrect_client_credentials' })
  })

  test('gives no token for people whose main address is unproven', async () => {
    const { tokens } = await start()
    expect(await tokens({ scope: 'user:email' }, { as: 'eve' })).toMatchObject({
      error: 'unverified_user_email',
    })
  })

  test('turns nameless agents away, and lists addresses only for their scope', async () => {
    const { tokens, get } = await start()
    const { access_token } = await tokens({ scope: 'read:user' })
    expect((await get(user, access_token)).status).toBe(403)
    expect((await get(user, access_token, agent)).status).toBe(200)
    expect((await get(`${user}/emails`, access_token, agent)).status).toBe(404)
  })

  test('knows a token once, and says so in its own words', async () => {
    const { world, tokens, get, basic, client } = await start()
    const { access_token } = await tokens({ scope: 'user:email' })
    const revoke = () =>
      world.fetch(`https://api.github.com/applications/${client.client_id}/token`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json', ...basic },
        body: JSON.stringify({ access_token }),
      })
    expect((await revoke()).status).toBe(204)
    expect((await revoke()).status).toBe(422)
    const answer = await get(user, access_token, agent)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: 'Bad credentials', status: '401' })
  })
})

describe('X', () => {
  const start = () =>
    open(
      { platform: 'twitter' },
      'https://x.com/i/oauth2/authorize',
      'https://api.x.com/2/oauth2/token',
    )
  const scope = 'users.read tweet.read'
  const me = 'https://api.x.com/2/users/me'
  const proof = { code_verifier: verifier }

  test.each([
    [{}, 'invalid_request'],
    [{ ...pkce, state: '' }, 'invalid_request'],
    [{ ...pkce, state: 's'.repeat(501) }, 'invalid_request'],
    [{ ...pkce, scope: '' }, 'invalid_scope'],
  ])('insists on PKCE, a state and a scope: %j', async (asked, error) => {
    const { ask } = await start()
    expect((await ask({ scope, ...asked })).searchParams.get('error')).toBe(error)
  })

  test('takes a code for half a minute', async () => {
    const { world, ask, exchange, basic } = await start()
    const code = codeOf(await ask({ scope, ...pkce }))
    world.clock.advance('31s')
    const answer = await exchange({ code, ...proof }, basic)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('takes the secret in the header only', async () => {
    const { client, ask, exchange } = await start()
    const code = codeOf(await ask({ scope, ...pkce }))
    const answer = await exchange({ ...client, code, ...proof })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: 'unauthorized_client' })
  })

  test('shows nobody without the scope for posts, and nothing unasked', async () => {
    const { ask, exchange, get, basic } = await start()
    const tokens = async (scope: string) =>
      (await exchange({ code: codeOf(await ask({ scope, ...pkce })), ...proof }, basic)).json()
    const { access_token, refresh_token } = await tokens('users.read')
    expect(refresh_token).toBeUndefined()
    expect((await get(me, access_token)).status).toBe(403)
    const { data } = await (await get(me, (await tokens(scope)).access_token)).json()
    expect(Object.keys(data)).toEqual(['id', 'name', 'username'])
    expect(await (await get(me, 'stranger')).json()).toMatchObject({ status: 401 })
  })
})

describe('Facebook', () => {
  const start = (options = {}) =>
    open(
      { platform: 'facebook', ...options },
      'https://www.facebook.com/v24.0/dialog/oauth',
      'https://graph.facebook.com/v24.0/oauth/access_token',
    )
  const me = 'https://graph.facebook.com/v24.0/me'

  test('tells the fields that are asked for, and the address only if it was granted', async () => {
    const { tokens, get } = await start()
    const scope = 'public_profile email'
    const { access_token } = await tokens({ scope }, { grant: ['public_profile'] })
    expect(
      Object.keys(await (await get(`${me}?fields=email,picture.type(large)`, access_token)).json()),
    ).toEqual(['id', 'picture'])
  })

  test('wants a proof from the server where the application says so', async () => {
    const { client, tokens, get } = await start({ requireProof: true })
    const { access_token } = await tokens({ scope: 'public_profile' })
    const proof = await hmacHex(client.client_secret, access_token)
    expect((await (await get(me, access_token)).json()).error.code).toBe(100)
    expect((await get(`${me}?appsecret_proof=${proof}`, access_token)).status).toBe(200)
  })

  test('says why nobody came', async () => {
    const { ask } = await start()
    const back = await ask({ scope: 'public_profile' }, { deny: true })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: '200',
      error_reason: 'user_denied',
    })
  })

  test('numbers its errors, at every address', async () => {
    const { world, tokens, get } = await start()
    const { access_token } = await tokens({ scope: 'public_profile' })
    const headers = { authorization: `Bearer ${access_token}` }
    const leave = () => world.fetch(`${me}/permissions`, { method: 'DELETE', headers })
    expect(await (await leave()).json()).toEqual({ success: true })
    for (const answer of [await leave(), await get(me, access_token)]) {
      expect((await answer.json()).error).toMatchObject({ type: 'OAuthException', code: 190 })
    }
  })
})

describe('Discord', () => {
  const start = () =>
    open(
      { platform: 'discord' },
      'https://discord.com/oauth2/authorize',
      'https://discord.com/api/oauth2/token',
    )
  const me = 'https://discord.com/api/v10/users/@me'

  test('takes forms, not JSON', async () => {
    const { world, client } = await start()
    const answer = await world.fetch('https://discord.com/api/oauth2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...client, grant_type: 'authorization_code' }),
    })
    expect(answer.status).toBe(400)
  })

  test('names itself in the callback', async () => {
    const { ask } = await start()
    expect((await ask({ scope: 'identify' })).searchParams.get('iss')).toBe('https://discord.com')
  })

  test('wants to know the agent, and answers with or without a version', async () => {
    const { tokens, get } = await start()
    const { access_token, expires_in } = await tokens({ scope: 'identify' })
    expect(expires_in).toBe(604_800)
    const agent = { 'user-agent': 'test' }
    expect((await get(me, access_token)).status).toBe(403)
    expect((await get(me.replace('/v10', ''), access_token, agent)).status).toBe(200)
    const person = await (await get(me, access_token, agent)).json()
    expect(person).not.toHaveProperty('email')
    expect(await (await get(me, 'stranger', agent)).json()).toMatchObject({ code: 0 })
  })
})

describe('Spotify', () => {
  const start = () =>
    open(
      { platform: 'spotify' },
      'https://accounts.spotify.com/authorize',
      'https://accounts.spotify.com/api/token',
    )

  test('registers this machine by number, not by name', () => {
    const at = (host: string) => ({
      client_id: 'a',
      redirect_uris: [`http://${host}:3000/callback`],
    })
    expect(() => spotify({ apps: [at('localhost')] })).toThrow(/127\.0\.0\.1/)
    expect(() => spotify({ apps: [at('127.0.0.1')] })).not.toThrow()
  })

  test('ends half a year after consent, however often somebody comes back', async () => {
    const { world, ask, exchange, refresh, basic } = await start()
    const answer = await exchange({ code: codeOf(await ask({ scope: 'user-read-email' })) }, basic)
    const { refresh_token } = await answer.json()
    world.clock.advance('100d')
    const renewed = await refresh(refresh_token, {}, basic)
    expect(renewed.status).toBe(200)
    expect(await renewed.json()).not.toHaveProperty('refresh_token')
    world.clock.advance('90d')
    const refused = await refresh(refresh_token, {}, basic)
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('has an id for its addresses and one that never changes, and errors in an envelope', async () => {
    const { ask, exchange, get, basic } = await start()
    const answer = await exchange({ code: codeOf(await ask({ scope: '' })) }, basic)
    const me = 'https://api.spotify.com/v1/me'
    const person = await (await get(me, (await answer.json()).access_token)).json()
    expect(person).toMatchObject({ id: expect.any(String), account_id: expect.any(String) })
    expect(person).not.toHaveProperty('email')
    expect((await (await get(me, 'stranger')).json()).error).toMatchObject({ status: 401 })
  })
})

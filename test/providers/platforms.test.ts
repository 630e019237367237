import { describe, expect, test } from 'vitest'
import { hmacHex } from '../../src/emulator/encoding.ts'
import { apple, type EmulatorOptions, emulator, slack, spotify } from '../../src/emulator/index.ts'
import { readJwt } from '../../src/emulator/jwt.ts'
import Apple, { clientSecret } from '../../src/providers/apple.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { keys } from './catalogue.ts'

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

type Named = Extract<EmulatorOptions, { platform?: string }>

/** A practice platform with its practice application, spoken to by hand. */
async function open(options: Named & { platform: string }, authorize: string, token: string) {
  const world = await emulator(options)
  const id = options.platform
  const client = { client_id: `practice-${id}`, client_secret: `practice-secret-of-${id}` }
  const redirect_uri = `${origin}/api/auth/callback/${id}`

  const ask = (asked: Record<string, string>, decision = {}) => {
    const { client_id } = client
    const query = { client_id, redirect_uri, response_type: 'code', state: 'state', ...asked }
    return world.approve(`${authorize}?${new URLSearchParams(query)}`, decision)
  }
  const exchange = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    world.fetch(token, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri, ...body }),
    })
  const get = (url: string, token: string, headers: Record<string, string> = {}) =>
    world.fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    world,
    client,
    ask,
    exchange,
    get,
    basic: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
  }
}

const codeOf = (back: URL) => back.searchParams.get('code') ?? ''

describe('GitHub', () => {
  const start = () =>
    open(
      { platform: 'github' },
      'https://github.com/login/oauth/authorize',
      'https://github.com/login/oauth/access_token',
    )

  test('answers in form encoding to whoever does not ask for JSON', async () => {
    const { client, ask, exchange } = await start()
    const code = codeOf(await ask({ scope: 'user:email' }))
    const answer = await exchange({ ...client, code }, { accept: '*/*' })
    const tokens = new URLSearchParams(await answer.text())
    expect(tokens.get('access_token')).toMatch(/^gho_/)
  })

  test('refuses with the status of a success', async () => {
    const { client, exchange } = await start()
    const answer = await exchange({ ...client, code: 'nonsense' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ error: 'bad_verification_code' })
  })

  test('turns nameless agents away, and lists addresses only for their scope', async () => {
    const { client, ask, exchange, get } = await start()
    const code = codeOf(await ask({ scope: 'read:user' }))
    const { access_token } = await (await exchange({ ...client, code })).json()
    expect((await get('https://api.github.com/user', access_token)).status).toBe(400)
    const agent = { 'user-agent': 'test' }
    expect((await get('https://api.github.com/user', access_token, agent)).status).toBe(200)
    expect((await get('https://api.github.com/user/emails', access_token, agent)).status).toBe(404)
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

  test('insists on PKCE and a state', async () => {
    const { ask } = await start()
    expect((await ask({ scope })).searchParams.get('error')).toBe('invalid_request')
    expect((await ask({ scope, ...pkce, state: '' })).searchParams.get('error')).toBe(
      'invalid_request',
    )
  })

  test('takes a code for half a minute', async () => {
    const { world, ask, exchange, basic } = await start()
    const code = codeOf(await ask({ scope, ...pkce }))
    world.clock.advance('31s')
    expect((await exchange({ code, code_verifier: verifier }, basic)).status).toBe(400)
  })

  test('shows nobody without the scope for posts', async () => {
    const { ask, exchange, get, basic } = await start()
    const code = codeOf(await ask({ scope: 'users.read', ...pkce }))
    const { access_token, refresh_token } = await (
      await exchange({ code, code_verifier: verifier }, basic)
    ).json()
    expect(refresh_token).toBeUndefined()
    expect((await get('https://api.x.com/2/users/me', access_token)).status).toBe(403)
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
    const { client, ask, exchange, get } = await start()
    const code = codeOf(await ask({ scope: 'public_profile email' }, { grant: ['public_profile'] }))
    const { access_token } = await (await exchange({ ...client, code })).json()
    expect(
      Object.keys(await (await get(`${me}?fields=email,picture.type(large)`, access_token)).json()),
    ).toEqual(['id', 'picture'])
  })

  test('wants a proof from the server where the application says so', async () => {
    const { client, ask, exchange, get } = await start({ requireProof: true })
    const { access_token } = await (
      await exchange({ ...client, code: codeOf(await ask({ scope: 'public_profile' })) })
    ).json()
    const proof = await hmacHex(client.client_secret, access_token)
    expect((await (await get(me, access_token)).json()).error.code).toBe(100)
    expect((await get(`${me}?appsecret_proof=${proof}`, access_token)).status).toBe(200)
  })
})

describe('Google', () => {
  test('gives refresh tokens to those who ask for offline access', async () => {
    const { client, ask, exchange } = await open(
      { platform: 'google' },
      'https://accounts.google.com/o/oauth2/v2/auth',
      'https://oauth2.googleapis.com/token',
    )
    const tokens = async (asked: Record<string, string>) =>
      (
        await exchange({ ...client, code: codeOf(await ask({ scope: 'openid email', ...asked })) })
      ).json()
    expect(await tokens({})).not.toHaveProperty('refresh_token')
    expect(await tokens({ access_type: 'offline' })).toMatchObject({
      refresh_token: expect.any(String),
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
    })
  })
})

describe('LINE', () => {
  test('signs with the channel’s secret', async () => {
    const { client, ask, exchange } = await open(
      { platform: 'line' },
      'https://access.line.me/oauth2/v2.1/authorize',
      'https://api.line.me/oauth2/v2.1/token',
    )
    const { id_token } = await (
      await exchange({ ...client, code: codeOf(await ask({ scope: 'openid' })) })
    ).json()
    expect(readJwt(id_token)?.header).toEqual({ typ: 'JWT', alg: 'HS256' })
  })
})

describe('Twitch', () => {
  test('tells claims to those who ask, and nothing without the client’s id', async () => {
    const { client, ask, exchange, get } = await open(
      { platform: 'twitch' },
      'https://id.twitch.tv/oauth2/authorize',
      'https://id.twitch.tv/oauth2/token',
    )
    const claims = JSON.stringify({ id_token: { email: null } })
    const code = codeOf(await ask({ scope: 'openid user:read:email', claims }))
    const { id_token, scope, access_token } = await (await exchange({ ...client, code })).json()
    expect(scope).toEqual(['openid', 'user:read:email'])
    expect(readJwt(id_token)?.claims).toMatchObject({ email: 'ada@people.test' })
    expect(readJwt(id_token)?.claims).not.toHaveProperty('preferred_username')
    const users = 'https://api.twitch.tv/helix/users'
    expect((await get(users, access_token)).status).toBe(400)
    expect((await get(users, access_token, { 'client-id': client.client_id })).status).toBe(200)
  })
})

describe('Slack', () => {
  test('says no with a yes in the status', async () => {
    const { client, exchange } = await open(
      { platform: 'slack' },
      'https://slack.com/openid/connect/authorize',
      'https://slack.com/api/openid.connect.token',
    )
    const answer = await exchange({ ...client, code: 'nonsense' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: false, error: 'invalid_code' })
  })

  test('registers https only', () => {
    const app = { client_id: 'a', redirect_uris: ['http://localhost:3000/api/auth/callback/slack'] }
    expect(() => slack({ apps: [app] })).toThrow(/https/)
  })
})

test('Spotify registers this machine by number, not by name', () => {
  const at = (host: string) => ({ client_id: 'a', redirect_uris: [`http://${host}:3000/callback`] })
  expect(() => spotify({ apps: [at('localhost')] })).toThrow(/127\.0\.0\.1/)
  expect(() => spotify({ apps: [at('127.0.0.1')] })).not.toThrow()
})

describe('Microsoft Entra ID', () => {
  const app = {
    client_id: keys.clientId,
    client_secret: keys.clientSecret,
    redirect_uris: [`${origin}/api/auth/callback/microsoft-entra-id`],
  }
  const home = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const personas = [
    { id: 'work', name: 'Ada at work', tid: '11111111-2222-3333-4444-555555555555' },
    { id: 'home', name: 'Ada at home', tid: home },
  ]

  test.each([
    ['common', ['work', 'home']],
    ['organizations', ['work']],
    ['consumers', ['home']],
    [home, ['home']],
  ])('lets the people of %s in: %s', async (tenant, welcome) => {
    const world = await emulator({ platform: 'microsoft-entra-id', tenant, apps: [app], personas })
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    const { open, log } = await setup({ providers: [MicrosoftEntraID({ ...keys, issuer })] }, world)
    for (const { id, name } of personas) {
      const browser = open()
      if (!welcome.includes(id)) {
        await expect(browser.signIn('microsoft-entra-id', { as: id })).rejects.toThrow(
          /offers no persona/,
        )
        continue
      }
      await browser.signIn('microsoft-entra-id', { as: id })
      expect((await browser.session())?.user.name).toBe(name)
    }
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('a token of another tenant does not pass where one tenant is meant', async () => {
    const [tenant, other] = [
      '11111111-2222-3333-4444-555555555555',
      '66666666-7777-8888-9999-000000000000',
    ]
    const stranger = { id: 'mallory', name: 'Mallory', tid: tenant, claims: { tid: other } }
    const world = await emulator({
      platform: 'microsoft-entra-id',
      tenant,
      apps: [app],
      personas: [stranger],
    })
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    const { browser, log } = await setup(
      { providers: [MicrosoftEntraID({ ...keys, issuer })] },
      world,
    )
    await browser.signIn('microsoft-entra-id')
    expect(await browser.session()).toBeNull()
    expect(log.warnings.join()).toContain('iss')
  })
})

describe('Apple', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const key = {
    teamId: 'DEF123GHIJ',
    keyId: 'ABC123DEFG',
    privateKey: `-----BEGIN PRIVATE KEY-----\\n${btoa(String.fromCharCode(...der))}\\n-----END PRIVATE KEY-----`,
  }
  const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: key.keyId }
  const { clientId } = keys
  const app = {
    client_id: clientId,
    teamId: key.teamId,
    jwks: [jwk],
    redirect_uris: [`${origin}/api/auth/callback/apple`],
  }
  const world = await emulator({ platforms: [apple({ apps: [app] })] })
  const now = Math.floor(world.clock.now() / 1000)

  async function arrive(options: object) {
    const made = await setup(
      { providers: [Apple({ clientId, ...options })], storage: memory() },
      world,
    )
    await made.browser.signIn('apple', { as: 'layla' })
    return made.browser.session()
  }

  test('accepts a secret that the application signed in advance', async () => {
    const secret = await clientSecret({ ...key, clientId, now, lifetime: 180 * 86_400 })
    expect(await arrive({ clientSecret: secret })).not.toBeNull()
  })

  test.each<[string, object]>([
    ['lives longer than six months', { lifetime: 200 * 86_400 }],
    ['has expired', { now: now - 600 }],
    ['names another team', { teamId: 'SOMEBODY11' }],
    ['names another key', { keyId: 'OTHERKEY11' }],
    ['is for another application', { clientId: 'another' }],
  ])('refuses a secret that %s', async (_, change) => {
    const secret = await clientSecret({ ...key, clientId, now, ...change })
    expect(await arrive({ clientSecret: secret })).toBeNull()
  })

  test('tells the name once', async () => {
    const { browser, open, log } = await setup({ providers: [Apple({ clientId, ...key })] }, world)
    await browser.signIn('apple', { as: 'ada' })
    expect((await browser.session())?.user.name).toBe('Ada Lovelace')
    const later = open()
    await later.signIn('apple', { as: 'ada' })
    const user = (await later.session())?.user
    expect(user).toMatchObject({ email: 'ada@people.test' })
    expect(user?.name ?? null).toBeNull()
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('registers no address of this machine', () => {
    const redirect_uris = ['https://localhost/api/auth/callback/apple']
    expect(() => apple({ apps: [{ ...app, redirect_uris }] })).toThrow(/domain name/)
  })
})

import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type ClientAuthentication,
  type Emulator,
  emulator,
  type OAuth2Description,
  oauth2,
} from '../../src/emulator/index.ts'
import {
  base64urlChallenge,
  hexChallenge,
  noon,
  type Overrides,
  parameters,
  verifier,
} from './practice.ts'

const site = 'https://login.example.test'
const redirect_uri = 'https://app.test/api/auth/callback/example'
const client_id = 'practice-example'
const client_secret = 'practice-secret-of-example'
const pkce = { code_challenge: base64urlChallenge, code_challenge_method: 'S256' }

const plain: OAuth2Description = {
  id: 'example',
  name: 'Example',
  authorize: { url: `${site}/authorize` },
  token: { url: `${site}/token` },
  resources: [{ url: `${site}/me`, answer: ({ person }) => ({ data: { name: person.name } }) }],
  revoke: { url: `${site}/revoke` },
}

function play(changes: Partial<OAuth2Description> = {}): Promise<Emulator> {
  return emulator({ platforms: [oauth2({ ...plain, ...changes })], now: noon })
}

function visit(platform: Emulator, changes: Overrides = {}): Promise<URL> {
  const query = parameters({
    client_id,
    response_type: 'code',
    redirect_uri,
    scope: 'read write',
    state: 's',
    ...changes,
  })
  return platform.approve(`${site}/authorize?${query}`)
}

const basic = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }

function send(
  platform: Emulator,
  form: Overrides,
  headers: Record<string, string> = basic,
  path = '/token',
): Promise<Response> {
  return platform.fetch(site + path, { method: 'POST', headers, body: parameters(form) })
}

type Body = { error?: string; error_description?: string } & Record<string, string | undefined>

async function exchange(
  platform: Emulator,
  back: URL,
  changes: Overrides = {},
  headers: Record<string, string> = basic,
): Promise<Body> {
  const code = back.searchParams.get('code') ?? undefined
  const form = { grant_type: 'authorization_code', code, redirect_uri, ...changes }
  return (await (await send(platform, form, headers)).json()) as Body
}

test('a standard sign-in works from authorize to the profile', async () => {
  const platform = await play()
  const tokens = await exchange(platform, await visit(platform, pkce), { code_verifier: verifier })
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const profile = await platform.fetch(`${site}/me`, { headers })
  expect(await profile.json()).toEqual({ data: { name: 'Ada Lovelace' } })
})

test('a sign-in without a scope is granted an empty one', async () => {
  const platform = await play()
  const back = await visit(platform, { scope: undefined })
  expect(await exchange(platform, back)).toMatchObject({ scope: '' })
})

describe('the authorization endpoint', () => {
  const stopped: readonly [string, Overrides][] = [
    ['an unknown client', { client_id: 'x' }],
    ['a redirect URI that is almost right', { redirect_uri: `${redirect_uri}/` }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a client secret', { client_secret }],
    ['a verifier', { code_verifier: verifier }],
  ]
  test.each(stopped)('keeps %s on its own page', async (_, changes) => {
    const page = await visit(await play(), changes)
    expect(page.origin).toBe(site)
  })

  const returned: readonly [string, Partial<OAuth2Description>, Overrides, string][] = [
    ['another response type', {}, { response_type: 'token' }, 'unsupported_response_type'],
    ['form_post where unknown', {}, { response_mode: 'form_post' }, 'invalid_request'],
    ['plain PKCE', {}, { ...pkce, code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', {}, { code_challenge: base64urlChallenge }, 'invalid_request'],
    ['hex for base64url', {}, { ...pkce, code_challenge: hexChallenge }, 'invalid_request'],
    ['base64url for hex', { challenge: 'hex' }, pkce, 'invalid_request'],
    ['no PKCE where required', { pkce: 'required' }, {}, 'invalid_request'],
    ['PKCE where rejected', { pkce: 'rejected' }, pkce, 'invalid_request'],
    ['an unknown scope', { scopes: { read: 'Read' } }, {}, 'invalid_scope'],
    ['spaces for commas', { separator: ',' }, {}, 'invalid_scope'],
    ['commas for spaces', {}, { scope: 'read,write' }, 'invalid_scope'],
    [
      'a missing parameter of its own',
      { authorize: { url: `${site}/authorize`, required: { audience: 'api' } } },
      { audience: 'another' },
      'invalid_request',
    ],
    ['a silent request nobody can answer', {}, { prompt: 'none' }, 'login_required'],
  ]
  test.each(returned)(
    'sends %s back with an error and the state',
    async (_, rules, changes, error) => {
      const back = await visit(await play(rules), changes)
      expect(back.origin).toBe('https://app.test')
      expect(back.searchParams.get('error')).toBe(error)
      expect(back.searchParams.get('state')).toBe('s')
      expect(back.searchParams.has('code')).toBe(false)
    },
  )

  test('refuses repeated parameters', async () => {
    const platform = await play()
    const query = parameters({ client_id, response_type: 'code', redirect_uri })
    const page = await platform.approve(`${site}/authorize?${query}&client_id=x`)
    expect(page.origin).toBe(site)
  })

  test('calls the client’s id what the platform calls it', async () => {
    const names = { client_id: 'appid', client_secret: 'secret' }
    const platform = await play({ names, authentication: ['client_secret_post'] })
    expect((await visit(platform)).origin).toBe(site)
    const back = await visit(platform, { client_id: undefined, appid: client_id })
    const keys = { appid: client_id, secret: client_secret }
    expect(await exchange(platform, back, keys, {})).toHaveProperty('access_token')
    const again = await visit(platform, { client_id: undefined, appid: client_id })
    expect(await exchange(platform, again, { client_id, client_secret }, {})).toHaveProperty(
      'error',
    )
  })
})

describe('a code', () => {
  test('works once, and its reuse ends the tokens it became', async () => {
    const platform = await play()
    const back = await visit(platform)
    const { access_token } = await exchange(platform, back)
    expect(await exchange(platform, back)).toMatchObject({ error: 'invalid_grant' })
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await platform.fetch(`${site}/me`, { headers })).status).toBe(401)
  })

  test('expires', async () => {
    const platform = await play()
    const back = await visit(platform)
    platform.clock.advance('60s')
    expect(await exchange(platform, back)).toMatchObject({ error: 'invalid_grant' })
  })

  const bound: readonly [string, Overrides, Overrides][] = [
    ['its redirect URI', {}, { redirect_uri: 'http://localhost:3000/api/auth/callback/example' }],
    ['a redirect URI at all', {}, { redirect_uri: undefined }],
    ['its verifier', pkce, { code_verifier: verifier.replace('d', 'e') }],
    ['a verifier at all', pkce, {}],
    ['a verifier of good length', pkce, { code_verifier: 'short' }],
    ['having had a challenge', {}, { code_verifier: verifier }],
  ]
  test.each(bound)('is bound to %s, and spent by the attempt', async (_, asked, changes) => {
    const platform = await play()
    const back = await visit(platform, asked)
    expect(await exchange(platform, back, changes)).toMatchObject({ error: 'invalid_grant' })
    const verified = 'code_challenge' in asked ? { code_verifier: verifier } : {}
    expect(await exchange(platform, back, verified)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('client authentication', () => {
  const methods = ['client_secret_basic', 'client_secret_post', 'none'] as const
  const presented: Record<(typeof methods)[number], [Overrides, Record<string, string>]> = {
    client_secret_basic: [{}, basic],
    client_secret_post: [{ client_id, client_secret }, {}],
    none: [{ client_id }, {}],
  }
  const matrix = methods.flatMap((accepted) => methods.map((used) => [accepted, used] as const))

  test.each(matrix)('a platform that accepts %s judges %s', async (accepted, used) => {
    const platform = await play({ authentication: [accepted] })
    const [form, headers] = presented[used]
    const body = await exchange(platform, await visit(platform), form, headers)
    if (accepted === used) expect(body).toHaveProperty('access_token')
    else expect(body).toMatchObject({ error: 'invalid_client' })
  })

  test('two at once are one too many', async () => {
    const authentication: ClientAuthentication[] = ['client_secret_basic', 'client_secret_post']
    const platform = await play({ authentication })
    const body = await exchange(
      platform,
      await visit(platform),
      { client_id, client_secret },
      basic,
    )
    expect(body).toMatchObject({ error: 'invalid_request' })
  })

  test('a wrong secret is 401, with a challenge where Basic is spoken', async () => {
    const platform = await play()
    const authorization = `Basic ${btoa(`${client_id}:wrong`)}`
    const answer = await send(platform, { grant_type: 'authorization_code' }, { authorization })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/)
  })

  test('Basic credentials are form-encoded before they are joined', async () => {
    const secret = 'p:ä%+ s'
    const apps = [{ client_id, client_secret: secret, redirect_uris: [redirect_uri] }]
    const platform = await play({ apps })
    const encoded = encodeURIComponent(secret).replaceAll('%20', '+')
    const authorization = `Basic ${btoa(`${client_id}:${encoded}`)}`
    const body = await exchange(platform, await visit(platform), {}, { authorization })
    expect(body).toHaveProperty('access_token')
  })

  test('a platform that does not decode them takes them as they are, and nothing else', async () => {
    const secret = 'Zw-9_x~1'
    const apps = [{ client_id, client_secret: secret, redirect_uris: [redirect_uri] }]
    const platform = await play({ apps, basic: 'plain' })
    const attempt = async (text: string) => {
      const authorization = `Basic ${btoa(`${client_id}:${text}`)}`
      return exchange(platform, await visit(platform), {}, { authorization })
    }
    expect(await attempt(secret)).toHaveProperty('access_token')
    expect(await attempt('Zw%2D9%5Fx%7E1')).toMatchObject({ error: 'invalid_client' })
  })

  test('an assertion must be signed by the client, fresh, addressed here, and new', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwks = [publicKey.export({ format: 'jwk' }) as JsonWebKey]
    const apps = [{ client_id, jwks, redirect_uris: [redirect_uri] }]
    const platform = await play({ apps, authentication: ['private_key_jwt'] })
    const now = noon / 1000
    const good = { iss: client_id, sub: client_id, aud: `${site}/token`, exp: now + 60, jti: '1' }
    const attempt = async (claims: object, key: KeyObject = privateKey): Promise<Body> =>
      exchange(platform, await visit(platform), assertion({ ...good, ...claims }, key), {})
    expect(await attempt({})).toHaveProperty('access_token')
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    for (const body of [
      await attempt({}),
      await attempt({ jti: '2', aud: 'https://elsewhere.test' }),
      await attempt({ jti: '3', exp: now - 1 }),
      await attempt({ jti: '4', iss: 'x' }),
      await attempt({ jti: undefined }),
      await attempt({ jti: '5' }, stranger),
    ]) {
      expect(body).toMatchObject({ error: 'invalid_client' })
    }
  })
})

describe('the token endpoint', () => {
  test('takes parameters where the platform takes them, and nowhere else', async () => {
    const asJson = await play({
      token: { url: `${site}/token`, carrier: 'json' },
      authentication: ['client_secret_post'],
    })
    const code = (await visit(asJson)).searchParams.get('code')
    const body = { grant_type: 'authorization_code', code, redirect_uri, client_id, client_secret }
    const headers = { 'content-type': 'application/json' }
    const answer = await asJson.fetch(`${site}/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(await answer.json()).toHaveProperty('access_token')
    const asForm = await exchange(asJson, await visit(asJson), { client_id, client_secret }, {})
    expect(asForm).toMatchObject({ error: 'invalid_request' })

    const asQuery = await play({
      token: { url: `${site}/token`, carrier: 'query', method: 'GET' },
      authentication: ['client_secret_post'],
    })
    const query = parameters({
      ...body,
      code: (await visit(asQuery)).searchParams.get('code') ?? undefined,
    })
    const got = await asQuery.fetch(`${site}/token?${query}`)
    expect(await got.json()).toHaveProperty('access_token')

    const standard = await play()
    const leaked = await send(standard, {}, basic, `/token?client_secret=${client_secret}`)
    expect(await leaked.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('insists on headers and parameters of its own, and answers in its own words', async () => {
    const platform = await play({
      token: {
        url: `${site}/token`,
        headers: { accept: /json/ },
        required: { audience: true },
        answer: ({ access_token, person }) => ({ data: { token: access_token, id: person.id } }),
        refuse: (error) => Response.json({ err: error }, { status: 200 }),
      },
    })
    const refused = await exchange(platform, await visit(platform))
    expect(refused).toEqual({ err: 'invalid_request' })
    const headers = { ...basic, accept: 'application/json' }
    const answer = await exchange(platform, await visit(platform), { audience: 'x' }, headers)
    expect(answer).toMatchObject({ data: { id: 'ada' } })
  })
})

describe('refresh tokens', () => {
  const refreshing = (refresh_token: string | undefined, more: Overrides = {}): Overrides => ({
    grant_type: 'refresh_token',
    refresh_token,
    ...more,
  })

  test('rotate, and a stolen one that comes back ends the family', async () => {
    const platform = await play()
    const first = await exchange(platform, await visit(platform))
    const second = (await (await send(platform, refreshing(first.refresh_token))).json()) as Body
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await send(platform, refreshing(first.refresh_token))).status).toBe(400)
    expect((await send(platform, refreshing(second.refresh_token))).status).toBe(400)
  })

  test('stay, where the platform keeps them', async () => {
    const platform = await play({ refresh: 'stays' })
    const first = await exchange(platform, await visit(platform))
    for (let again = 0; again < 2; again++) {
      const body = (await (await send(platform, refreshing(first.refresh_token))).json()) as Body
      expect(body).toHaveProperty('access_token')
      expect(body.refresh_token).toBeUndefined()
    }
  })

  test('are given where they are given at all, to those who asked for them', async () => {
    const none = await play({ refresh: 'none' })
    expect(await exchange(none, await visit(none))).not.toHaveProperty('refresh_token')
    const offline = await play({ offline: (query) => query.get('access_type') === 'offline' })
    expect(await exchange(offline, await visit(offline))).not.toHaveProperty('refresh_token')
    const asked = await visit(offline, { access_type: 'offline' })
    expect(await exchange(offline, asked)).toHaveProperty('refresh_token')
  })

  test('narrow the scope and never widen it', async () => {
    const platform = await play({ refresh: 'stays' })
    const { refresh_token } = await exchange(platform, await visit(platform))
    const narrow = await send(platform, refreshing(refresh_token, { scope: 'read' }))
    expect(await narrow.json()).toMatchObject({ scope: 'read' })
    const wide = await send(platform, refreshing(refresh_token, { scope: 'read admin' }))
    expect(await wide.json()).toMatchObject({ error: 'invalid_scope' })
  })
})

describe('a resource', () => {
  const places: readonly [string, object, (token: string) => [string, RequestInit]][] = [
    ['the query', { query: 'access_token' }, (token) => [`?access_token=${token}`, {}]],
    ['another header', { header: 'x-token' }, (token) => ['', { headers: { 'x-token': token } }]],
    ['the standard header', {}, (t) => ['', { headers: { authorization: `Bearer ${t}` } }]],
  ]

  test.each(places)('takes its token from %s only', async (place, token) => {
    const platform = await play({
      resources: [{ url: `${site}/me`, token, answer: () => ({ ok: true }) }],
    })
    const { access_token = '' } = await exchange(platform, await visit(platform))
    for (const [name, , other] of places) {
      const [query, init] = other(access_token)
      const { status } = await platform.fetch(`${site}/me${query}`, init)
      expect([name, status]).toEqual([name, name === place ? 200 : 401])
    }
  })

  test('insists on its headers, its query and its scope', async () => {
    const platform = await play({
      resources: [
        {
          url: `${site}/me`,
          headers: { 'client-id': client_id },
          query: { fields: true },
          answer: () => ({}),
        },
        { name: 'emails', url: `${site}/me/emails`, scope: 'email', answer: () => [] },
      ],
    })
    const { access_token } = await exchange(platform, await visit(platform))
    const authorization = `Bearer ${access_token}`
    const ask = async (path: string, headers = {}): Promise<number> =>
      (await platform.fetch(site + path, { headers: { authorization, ...headers } })).status
    expect(await ask('/me?fields=id')).toBe(400)
    expect(await ask('/me', { 'client-id': client_id })).toBe(400)
    expect(await ask('/me?fields=id', { 'client-id': client_id })).toBe(200)
    expect(await ask('/me/emails')).toBe(403)
    platform.next({ endpoint: 'emails', answer: 'rate_limit' })
    expect(await ask('/me/emails')).toBe(429)
  })
})

test('revocation ends the whole grant, and does not mind unknown tokens', async () => {
  const platform = await play()
  const { access_token, refresh_token } = await exchange(platform, await visit(platform))
  expect((await send(platform, { token: 'unknown' }, basic, '/revoke')).status).toBe(200)
  expect((await send(platform, { token: refresh_token }, {}, '/revoke')).status).toBe(401)
  expect((await send(platform, { token: refresh_token }, basic, '/revoke')).status).toBe(200)
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await platform.fetch(`${site}/me`, { headers })).status).toBe(401)
})

test('several platforms live side by side, each with its own tokens', async () => {
  const other = 'https://login.other.test'
  const second: OAuth2Description = {
    ...plain,
    id: 'other',
    authorize: { url: `${other}/authorize` },
    token: { url: `${other}/token` },
    resources: [{ url: `${other}/me`, answer: () => ({}) }],
    revoke: { url: `${other}/revoke` },
  }
  const both = await emulator({ platforms: [oauth2(plain), oauth2(second)], now: noon })
  const { access_token } = await exchange(both, await visit(both))
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await both.fetch(`${site}/me`, { headers })).status).toBe(200)
  expect((await both.fetch(`${other}/me`, { headers })).status).toBe(401)
  both.next({ platform: 'other', endpoint: 'userinfo', answer: 'internal' })
  expect((await both.fetch(`${site}/me`, { headers })).status).toBe(200)
  expect((await both.fetch(`${other}/me`, { headers })).status).toBe(500)
})

function assertion(claims: object, key: KeyObject): Overrides {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ alg: 'ES256' })}.${part(claims)}`
  const signature = createSign('SHA256').update(input).sign({ key, dsaEncoding: 'ieee-p1363' })
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${input}.${signature.toString('base64url')}`,
  }
}

test('a platform with habits of its own is still data', async () => {
  const platform = await play({
    authentication: ['client_secret_post'],
    verifySecret: (app, secret) => secret === `signed by ${app.client_id}`,
    resources: [{ url: `${site}/me`, token: { scheme: 'OAuth' }, answer: () => ({ id: 1 }) }],
  })
  const keys = { client_id, client_secret }
  expect(await exchange(platform, await visit(platform), keys, {})).toMatchObject({
    error: 'invalid_client',
  })
  const signed = { client_id, client_secret: `signed by ${client_id}` }
  const { access_token } = await exchange(platform, await visit(platform), signed, {})
  const ask = async (authorization: string): Promise<number> =>
    (await platform.fetch(`${site}/me`, { headers: { authorization } })).status
  expect(await ask(`Bearer ${access_token}`)).toBe(401)
  expect(await ask(`OAuth ${access_token}`)).toBe(200)
})

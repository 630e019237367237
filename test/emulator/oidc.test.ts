import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { type Emulator, emulator, type OidcDescription, oidc } from '../../src/emulator/index.ts'
import { noon, type Overrides, parameters } from './practice.ts'

// oauth4webapi is the judge here: it verifies signatures, claims, nonces and issuers strictly.

const issuer = 'https://id.example.test'
const redirect_uri = 'https://app.test/api/auth/callback/example'
const client: oauth.Client = { client_id: 'practice-example' }
const secret = 'practice-secret-of-example'

function play(changes: Partial<OidcDescription> = {}): Promise<Emulator> {
  const description = { id: 'example', name: 'Example', issuer, ...changes }
  return emulator({ platforms: [oidc(description)], now: Date.now() })
}

function through({ fetch }: Emulator): object {
  return { [oauth.customFetch]: (url: string, init: RequestInit) => fetch(url, init) } as object
}

type Flow = { verifier: string; nonce: string; state: string; url: URL }

async function discover(platform: Emulator, at = issuer): Promise<oauth.AuthorizationServer> {
  const identifier = new URL(at)
  const response = await oauth.discoveryRequest(identifier, through(platform))
  return oauth.processDiscoveryResponse(identifier, response)
}

async function begin(server: oauth.AuthorizationServer, changes: Overrides = {}): Promise<Flow> {
  const verifier = oauth.generateRandomCodeVerifier()
  const [nonce, state] = [oauth.generateRandomNonce(), oauth.generateRandomState()]
  const query = parameters({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri,
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...changes,
  })
  return { verifier, nonce, state, url: new URL(`${server.authorization_endpoint}?${query}`) }
}

async function finish(
  platform: Emulator,
  server: oauth.AuthorizationServer,
  flow: Flow,
  back: URL | URLSearchParams,
): Promise<oauth.TokenEndpointResponse> {
  const options = through(platform)
  const callback = oauth.validateAuthResponse(server, client, back, flow.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    callback,
    redirect_uri,
    flow.verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, options)
  return tokens
}

async function signIn(
  platform: Emulator,
  as = 'ada',
): Promise<[oauth.AuthorizationServer, oauth.TokenEndpointResponse]> {
  const server = await discover(platform)
  const flow = await begin(server)
  return [server, await finish(platform, server, flow, await platform.approve(flow.url, { as }))]
}

test.each(['RS256', 'ES256'] as const)('a strict client signs in with %s', async (algorithm) => {
  const platform = await play({ algorithm })
  const [server, tokens] = await signIn(platform)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims).toMatchObject({
    iss: issuer,
    aud: client.client_id,
    name: 'Ada Lovelace',
    email: 'ada@people.test',
    email_verified: true,
  })
  const response = await oauth.userInfoRequest(
    server,
    client,
    tokens.access_token,
    through(platform),
  )
  const info = await oauth.processUserInfoResponse(server, client, claims?.sub ?? '', response)
  expect(info.email).toBe('ada@people.test')
})

test('Noor has no e-mail, and Eve’s is not verified', async () => {
  const platform = await play()
  const [, noor] = await signIn(platform, 'noor')
  expect(oauth.getValidatedIdTokenClaims(noor)).not.toHaveProperty('email')
  const [, eve] = await signIn(platform, 'eve')
  const [, ada] = await signIn(platform, 'ada')
  const [first, second] = [eve, ada].map((tokens) => oauth.getValidatedIdTokenClaims(tokens))
  expect(first).toMatchObject({ email: second?.email, email_verified: false })
  expect(first?.sub).not.toBe(second?.sub)
})

test('claims come with their scopes', async () => {
  const platform = await play()
  const server = await discover(platform)
  const flow = await begin(server, { scope: 'openid' })
  const tokens = await finish(platform, server, flow, await platform.approve(flow.url))
  expect(oauth.getValidatedIdTokenClaims(tokens)).not.toHaveProperty('name')
})

describe('forged ID tokens', () => {
  const names = [
    'id_token_missing',
    'id_token_wrong_nonce',
    'id_token_without_nonce',
    'id_token_wrong_issuer',
    'id_token_wrong_audience',
    'id_token_foreign_audience',
    'id_token_without_subject',
    'id_token_expired',
    'id_token_from_the_future',
    'id_token_text_times',
    'id_token_alg_none',
    'id_token_bad_signature',
    'id_token_hs256_secret',
    'id_token_hs256_public_key',
    'id_token_unknown_key',
    'id_token_same_kid_other_key',
    'id_token_key_in_header',
    'id_token_malformed',
  ]
  test.each(names)('%s is rejected, and the next sign-in passes', async (answer) => {
    const platform = await play({ algorithm: 'ES256' })
    const server = await discover(platform)
    const flow = await begin(server)
    platform.next({ endpoint: 'token', answer })
    const back = await platform.approve(flow.url)
    await expect(finish(platform, server, flow, back)).rejects.toThrow()
    await expect(signIn(platform)).resolves.toBeDefined()
  })
})

describe('the issuer', () => {
  test('comes with every callback, errors included (RFC 9207)', async () => {
    const platform = await play()
    const { url } = await begin(await discover(platform))
    for (const decision of [{}, { deny: true }, { fail: 'server_error' }]) {
      expect((await platform.approve(url, decision)).searchParams.get('iss')).toBe(issuer)
    }
    const silent = await play({ iss: false })
    expect((await silent.approve(url)).searchParams.has('iss')).toBe(false)
  })

  test('may have a path and a final slash', async () => {
    for (const tenant of [`${issuer}/tenant/v2.0`, `${issuer}/`]) {
      const platform = await play({ issuer: tenant, algorithm: 'ES256' })
      const server = await discover(platform, tenant)
      expect(server.issuer).toBe(tenant)
    }
  })

  test('is spelled locally for those who discover it locally, and then everywhere', async () => {
    const platform = await play({ algorithm: 'ES256' })
    const local = 'http://127.0.0.1:4100'
    const document = `${local}/id.example.test/.well-known/openid-configuration`
    const server = (await (await platform.handler(new Request(document))).json()) as {
      [name: string]: string
    }
    expect(server).toMatchObject({
      issuer: `${local}/id.example.test`,
      token_endpoint: `${local}/id.example.test/token`,
      jwks_uri: `${local}/id.example.test/jwks`,
    })
    const { url } = await begin({ issuer, ...server })
    expect((await platform.approve(url)).searchParams.get('iss')).toBe(server.issuer)
  })

  test('stays the real one for a client that only sends its requests through here', async () => {
    const platform = await play({ algorithm: 'ES256' })
    const document = 'http://127.0.0.1:4100/id.example.test/.well-known/openid-configuration'
    const headers = { forwarded: 'host=id.example.test;proto=https' }
    const answer = await platform.handler(new Request(document, { headers }))
    expect(await answer.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` })
  })

  test('stays the real one when only the browser comes in locally', async () => {
    const platform = await play({ algorithm: 'ES256' })
    const server = await discover(platform)
    const flow = await begin(server)
    const local = flow.url.href.replace('https://', 'http://127.0.0.1:4100/')
    const tokens = await finish(platform, server, flow, await platform.approve(local))
    expect(oauth.getValidatedIdTokenClaims(tokens)?.iss).toBe(issuer)
  })
})

describe('keys', () => {
  const kids = async (platform: Emulator): Promise<string[]> => {
    const { keys } = (await (await platform.fetch(`${issuer}/jwks`)).json()) as {
      keys: { kid: string; d?: string }[]
    }
    expect(keys.every(({ d }) => d === undefined)).toBe(true)
    return keys.map(({ kid }) => kid)
  }

  test('rotate: the new one signs, the old one stays published until forgotten', async () => {
    const platform = await play({ algorithm: 'ES256' })
    const [first] = await kids(platform)
    await platform.rotateKeys()
    const [second, older] = await kids(platform)
    expect(older).toBe(first)
    expect(second).not.toBe(first)
    const [, tokens] = await signIn(platform)
    const header = JSON.parse(atob(tokens.id_token?.split('.')[0] ?? ''))
    expect(header.kid).toBe(second)
    await platform.rotateKeys({ forget: true })
    expect(await kids(platform)).toHaveLength(1)
    await expect(signIn(platform)).resolves.toBeDefined()
  })

  test('are the same for all who ask at once, also for the first of them', async () => {
    const platform = await play({ algorithm: 'ES256' })
    const first = await Promise.all([kids(platform), kids(platform), kids(platform)])
    expect(new Set(first.flat()).size).toBe(1)
    await Promise.all([platform.rotateKeys(), platform.rotateKeys()])
    expect(await kids(platform)).toHaveLength(3)
  })
})

test('form_post brings the answer by a form that submits itself', async () => {
  const platform = await play({ algorithm: 'ES256' })
  const server = await discover(platform)
  const flow = await begin(server, { response_mode: 'form_post' })
  await expect(platform.approve(flow.url)).rejects.toThrow(/decide/)
  const page = await platform.decide(flow.url, { as: 'ada' })
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  const markup = await page.text()
  expect(markup).toContain(`<form method="post" action="${redirect_uri}">`)
  const fields = [...markup.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
  expect([...form.keys()]).toEqual(['code', 'state', 'iss'])
  await expect(finish(platform, server, flow, form)).resolves.toBeDefined()
})

test('a refreshed ID token has no nonce and the same subject', async () => {
  const platform = await play({ algorithm: 'ES256' })
  const [server, first] = await signIn(platform)
  const options = through(platform)
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    first.refresh_token ?? '',
    options,
  )
  const second = await oauth.processRefreshTokenResponse(server, client, response)
  const claims = oauth.getValidatedIdTokenClaims(second)
  expect(claims?.sub).toBe(oauth.getValidatedIdTokenClaims(first)?.sub)
  expect(claims).not.toHaveProperty('nonce')
})

describe('pushed authorization requests', () => {
  const push = async (platform: Emulator, query: URLSearchParams): Promise<string> => {
    const response = await oauth.pushedAuthorizationRequest(
      await discover(platform),
      client,
      oauth.ClientSecretBasic(secret),
      query,
      through(platform),
    )
    const server = await discover(platform)
    return (await oauth.processPushedAuthorizationResponse(server, client, response)).request_uri
  }

  test('replace the parameters, once pushed, for their client and their time', async () => {
    const platform = await play({ par: 'required', algorithm: 'ES256' })
    const server = await discover(platform)
    const flow = await begin(server)
    expect((await platform.approve(flow.url)).origin).toBe(issuer)
    const at = (request_uri: string, client_id = client.client_id): string =>
      `${server.authorization_endpoint}?${parameters({ client_id, request_uri })}`
    const request_uri = await push(platform, flow.url.searchParams)
    const back = await platform.approve(at(request_uri))
    await expect(finish(platform, server, flow, back)).resolves.toBeDefined()
    expect((await platform.approve(at(request_uri))).origin).toBe(issuer)
    const another = await push(platform, flow.url.searchParams)
    expect((await platform.approve(at(another, 'another'))).origin).toBe(issuer)
    platform.clock.advance('10m')
    expect((await platform.approve(at(another))).origin).toBe(issuer)
  })

  test('need the client’s credentials', async () => {
    const platform = await play({ par: 'supported' })
    const answer = await platform.fetch(`${issuer}/par`, { method: 'POST', body: parameters({}) })
    expect(answer.status).toBe(401)
  })
})

describe('logging out', () => {
  const post_logout_redirect_uris = ['https://app.test/bye']
  const app = { ...client, client_secret: secret, redirect_uris: [redirect_uri] }
  const visit = async (query: Overrides): Promise<Response> => {
    const platform = await play({ apps: [{ ...app, post_logout_redirect_uris }] })
    return platform.fetch(`${issuer}/logout?${parameters(query)}`, { redirect: 'manual' })
  }

  test('returns to a registered address only, and forgets the browser', async () => {
    const { client_id } = client
    const good = await visit({
      client_id,
      post_logout_redirect_uri: 'https://app.test/bye',
      state: 'x',
    })
    expect(good.headers.get('location')).toBe('https://app.test/bye?state=x')
    expect(good.headers.get('set-cookie')).toMatch(/^practice_example=; .*Max-Age=0/)
    const evil = await visit({ client_id, post_logout_redirect_uri: 'https://evil.test/' })
    expect(evil.status).toBe(400)
    expect((await visit({ post_logout_redirect_uri: 'https://app.test/bye' })).status).toBe(400)
    expect((await visit({})).status).toBe(200)
  })
})

test('discovery and user info fail when told to', async () => {
  const platform = await play({ algorithm: 'ES256' })
  platform.next({ endpoint: 'discovery', answer: 'html' })
  await expect(discover(platform)).rejects.toThrow()
  platform.next({ endpoint: 'jwks', answer: 'unavailable' })
  await expect(signIn(platform)).rejects.toThrow()
  const [, tokens] = await signIn(platform)
  platform.next({ endpoint: 'userinfo', answer: 'wrong_subject' })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const { sub } = (await (await platform.fetch(`${issuer}/userinfo`, { headers })).json()) as {
    sub: string
  }
  expect(sub).not.toBe(oauth.getValidatedIdTokenClaims(tokens)?.sub)
})

test('the same seed signs with the same key id', async () => {
  const kid = async (): Promise<unknown> => {
    const platform = await emulator({
      platforms: [oidc({ id: 'example', issuer, algorithm: 'ES256' })],
      now: noon,
    })
    const { keys } = (await (await platform.fetch(`${issuer}/jwks`)).json()) as { keys: object[] }
    return Object(keys[0]).kid
  }
  expect(await kid()).toBe(await kid())
})

test('a platform may publish elsewhere and sign in its own way', async () => {
  const discovery = `${issuer}/common/.well-known/openid-configuration`
  const platform = await play({
    algorithm: 'ES256',
    endpoints: { discovery, token: `${issuer}/v3/token`, end_session: false },
    metadata: { issuer: `${issuer}/{tenant}` },
    mint: async ({ claims }) => `mine for ${claims.aud}`,
  })
  const server = (await (await platform.fetch(discovery)).json()) as oauth.AuthorizationServer
  expect(server).toMatchObject({
    issuer: `${issuer}/{tenant}`,
    token_endpoint: `${issuer}/v3/token`,
  })
  expect(server).not.toHaveProperty('end_session_endpoint')
  const flow = await begin(server)
  const back = await platform.approve(flow.url)
  const answer = await platform.fetch(`${issuer}/v3/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.client_id}:${secret}`)}` },
    body: parameters({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? undefined,
      redirect_uri,
      code_verifier: flow.verifier,
    }),
  })
  expect(await answer.json()).toMatchObject({ id_token: 'mine for practice-example' })
})

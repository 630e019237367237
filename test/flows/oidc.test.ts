import { describe, expect, test } from 'vitest'
import { application, type Certified, certified, client } from './certified.ts'
import { signedIn } from './club.ts'

// OpenID Connect against oidc-provider, a certified server, over a real socket on this machine.

function countOf({ received }: Certified, request: string): number {
  return received.filter((one) => one === request).length
}

test('a visitor comes back signed in: discovery, PKCE, a verified id token', async () => {
  const server = await certified()
  const { browser } = application(server)
  const response = await browser.signIn('certified', { callbackUrl: '/welcome' })
  expect(response.headers.get('location')).toBe('https://app.test/welcome')
  expect(await browser.session()).toMatchObject(signedIn)
  expect(server.received).toContain('GET /.well-known/openid-configuration')
  expect(server.received).toContain('GET /jwks')
  expect(server.received).not.toContain('GET /me')
})

test('discovery and keys are fetched once for many visitors', async () => {
  const server = await certified()
  const { browser } = application(server)
  await browser.signIn('certified')
  await browser.signIn('certified')
  expect(countOf(server, 'POST /token')).toBe(2)
  expect(countOf(server, 'GET /.well-known/openid-configuration')).toBe(1)
  expect(countOf(server, 'GET /jwks')).toBe(1)
})

test('a nonce goes there and comes back inside the id token', async () => {
  const server = await certified()
  const { browser } = application(server, { checks: ['nonce', 'pkce'] })
  expect(new URL(await browser.start('certified')).searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  await browser.signIn('certified')
  expect(await browser.session()).toMatchObject(signedIn)
})

test('idToken: false fetches the profile from user info', async () => {
  const server = await certified({}, { conformIdTokenClaims: true })
  const { browser } = application(server, { idToken: false })
  await browser.signIn('certified')
  expect(await browser.session()).toMatchObject(signedIn)
  expect(countOf(server, 'GET /me')).toBe(1)
})

test('user info as a signed token is verified', async () => {
  const rules = { features: { jwtUserinfo: { enabled: true } } }
  const server = await certified({ userinfo_signed_response_alg: 'ES256' }, rules)
  const { browser } = application(server, { idToken: false })
  await browser.signIn('certified')
  expect(await browser.session()).toMatchObject(signedIn)
  expect(countOf(server, 'GET /jwks')).toBe(1)
})

test('pushed authorization requests, where the server requires them', async () => {
  const rules = {
    features: {
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    },
  }
  const server = await certified({}, rules)
  const { browser } = application(server)
  const url = new URL(await browser.start('certified'))
  expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
  await browser.signIn('certified')
  expect(await browser.session()).toMatchObject(signedIn)
  expect(countOf(server, 'POST /request')).toBe(2)
})

test('form_post: the callback is a form that another site sends', async () => {
  const server = await certified()
  const authorization = { params: { response_mode: 'form_post' } }
  const { browser } = application(server, { authorization })
  const response = await browser.signIn('certified', { callbackUrl: '/welcome' })
  expect(response.headers.get('location')).toBe('https://app.test/welcome')
  expect(await browser.session()).toMatchObject(signedIn)
})

test('RFC 9207: the server names itself, and a stranger’s name is refused', async () => {
  const server = await certified()
  const { browser } = application(server)
  const back = new URL(String(await server.visit(await browser.start('certified'))))
  expect(back.searchParams.get('iss')).toBe(server.issuer)
  back.searchParams.set('iss', 'https://stranger.invalid')
  const response = await browser.visit(back.href)
  expect(response.headers.get('location')).toContain('error=CheckFailed')
  expect(countOf(server, 'POST /token')).toBe(0)
})

describe('the application proves who it is', () => {
  const pair = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])

  test.each(['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const)(
    '%s',
    async (method) => {
      const rules = { clientAuthMethods: [method] }
      const server = await certified({ token_endpoint_auth_method: method }, rules)
      const { browser } = application(server, { client: { token_endpoint_auth_method: method } })
      await browser.signIn('certified')
      expect(await browser.session()).toMatchObject(signedIn)
    },
  )

  test('private_key_jwt', async () => {
    const method = 'private_key_jwt'
    const { publicKey, privateKey } = await pair
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
    const jwks = { keys: [{ kty: String(kty), crv, x, y }] }
    const server = await certified(
      { token_endpoint_auth_method: method, client_secret: undefined, jwks },
      { clientAuthMethods: [method] },
    )
    const { browser } = application(server, {
      client: { token_endpoint_auth_method: method },
      token: { clientPrivateKey: privateKey },
    })
    await browser.signIn('certified')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('none, a public client', async () => {
    const method = 'none'
    const server = await certified({ token_endpoint_auth_method: method, client_secret: undefined })
    const { browser } = application(server, { client: { token_endpoint_auth_method: method } })
    await browser.signIn('certified')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('HS256: the id token is signed with the client secret', async () => {
    const id_token_signed_response_alg = 'HS256'
    const server = await certified({ id_token_signed_response_alg })
    const { browser } = application(server, { client: { id_token_signed_response_alg } })
    await browser.signIn('certified')
    expect(await browser.session()).toMatchObject(signedIn)
    const { browser: unaware } = application(server)
    await unaware.signIn('certified')
    expect(await unaware.session()).toBeNull()
  })
})

describe('the server rejects', () => {
  test('a wrong client secret', async () => {
    const { browser, errors } = application(await certified(), { clientSecret: 'guessed' })
    const response = await browser.signIn('certified')
    expect(response.headers.get('location')).toContain('error=PlatformError')
    expect(errors[0]?.platform).toMatchObject({ error: 'invalid_client', status: 401 })
  })

  test('a callback address that is not registered: the person never comes back', async () => {
    const server = await certified({ redirect_uris: ['https://app.test/elsewhere'] })
    const { browser } = application(server)
    await expect(browser.signIn('certified')).rejects.toThrow(/redirect_uri/)
  })

  test('a wrong verifier', async () => {
    const server = await certified()
    const tampering: typeof fetch = (input, init) => {
      const { body } = init ?? {}
      if (body instanceof URLSearchParams && body.has('code_verifier')) {
        body.set('code_verifier', 'x'.repeat(43))
      }
      return fetch(input, init)
    }
    const { browser, errors } = application(server, {}, { runtime: { fetch: tampering } })
    await browser.signIn('certified')
    expect(await browser.session()).toBeNull()
    expect(errors[0]?.platform).toMatchObject({ error: 'invalid_grant' })
  })

  test('a code that was used before', async () => {
    const server = await certified()
    const { browser, errors } = application(server)
    const url = await browser.start('certified')
    const back = String(await server.visit(url))
    const thief = browser.clone()
    await browser.visit(back)
    const again = await thief.visit(back)
    expect(again.headers.get('location')).toContain('error=FlowMissing')
    expect(errors).toEqual([])
    expect(countOf(server, 'POST /token')).toBe(1)
  })

  test('a scope that the application may not have', async () => {
    const authorization = { params: { scope: 'openid email' } }
    const { browser } = application(await certified({ scope: 'openid' }), { authorization })
    const response = await browser.signIn('certified')
    expect(response.headers.get('location')).toContain('error=PlatformError')
  })

  test('a person who must sign in although nobody may be asked', async () => {
    const { browser } = application(await certified(), {
      authorization: { params: { prompt: 'none' } },
    })
    const response = await browser.signIn('certified')
    expect(response.headers.get('location')).toContain('error=PlatformError')
    expect(await browser.session()).toBeNull()
  })
})

test('the wrong client id in the configuration is the server’s refusal, kept at the server', async () => {
  const { browser } = application(await certified(), { clientId: `not-${client.client_id}` })
  await expect(browser.signIn('certified')).rejects.toThrow(/client/)
})

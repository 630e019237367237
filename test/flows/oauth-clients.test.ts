import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientAuthentication, OAuth2Description } from '../../src/emulator/index.ts'
import type { OAuth2Config, Profile } from '../../src/index.ts'
import { origin } from '../setup.ts'
import { club, errorOf, keys, requestsTo, visitClub } from './club.ts'

// Options of an OAuth provider about who the application is: clientId, clientSecret and client.

const redirect_uris = [`${origin}/api/auth/callback/club`]
// Each of these means something else in a form, in a header or in an address.
const special = { clientId: 'käse & brot:1', clientSecret: 'p%20+ä:!*\'()~/?#[]"\\ end' }
const pair = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
])

function acceptingOnly(
  method: ClientAuthentication,
  app: Partial<NonNullable<OAuth2Description['apps']>[number]> = {},
): Partial<OAuth2Description> {
  const { clientId: client_id, clientSecret: client_secret } = special
  return { authentication: [method], apps: [{ client_id, client_secret, redirect_uris, ...app }] }
}

function using(method: string): Partial<OAuth2Config<Profile>> {
  return { ...special, client: { token_endpoint_auth_method: method } }
}

describe('clientId, clientSecret', () => {
  test('come from the environment when they are not written', async () => {
    const { clientId, clientSecret, ...rest } = Object(club())
    const env = { AUTH_CLUB_ID: clientId, AUTH_CLUB_SECRET: clientSecret }
    const visit = await visitClub({}, {}, { providers: [rest], runtime: { env } })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('a wrong secret signs nobody in, and the log has what the platform said', async () => {
    const visit = await visitClub({ clientSecret: 'guessed' })
    expect(await errorOf(visit)).toBe('PlatformError')
    expect(visit.log.errors[0]?.platform).toMatchObject({ error: 'invalid_client', status: 401 })
  })

  test('the secret stays out of the address that the browser visits', async () => {
    const { browser } = await visitClub(
      using('client_secret_post'),
      acceptingOnly('client_secret_post'),
    )
    expect(await browser.start('club')).not.toContain('client_secret')
  })
})

describe('client', () => {
  const shared = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const
  let privateKey: CryptoKey
  let jwks: JsonWebKey[]
  beforeAll(async () => {
    const made = await pair
    privateKey = made.privateKey
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', made.publicKey)
    jwks = [{ kty, crv, x, y } as JsonWebKey]
  })

  test.each(shared)('%s, with every special character', async (method) => {
    const visit = await visitClub(using(method), acceptingOnly(method))
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('client_secret_basic is what a provider with a secret uses by itself', async () => {
    const visit = await visitClub(special, acceptingOnly('client_secret_basic'))
    await visit.browser.signIn('club')
    expect(requestsTo(visit, 'token')[0]?.headers.authorization).toMatch(/^Basic /)
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('client_secret_basic encodes no more than it must, because not everybody decodes', async () => {
    const plain = { clientId: 'a-Z_0.9', clientSecret: '-_Zw9.x_1-' }
    const { clientId: client_id, clientSecret: client_secret } = plain
    const rules = acceptingOnly('client_secret_basic', { client_id, client_secret })
    const visit = await visitClub(plain, { ...rules, basic: 'plain' })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('private_key_jwt: a fresh assertion, and no secret', async () => {
    const { clientId } = special
    const visit = await visitClub(
      {
        clientId,
        client: { token_endpoint_auth_method: 'private_key_jwt' },
        options: { token: { clientPrivateKey: privateKey } },
      },
      acceptingOnly('private_key_jwt', { jwks }),
    )
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
    await visit.open().signIn('club')
    const assertions = requestsTo(visit, 'token').map(({ body }) => Object(body).client_assertion)
    expect(assertions).toEqual(Array(2).fill(expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)))
    expect(new Set(assertions).size).toBe(2)
    expect(Object(requestsTo(visit, 'token')[0]?.body)).not.toHaveProperty('client_secret')
  })

  test('private_key_jwt without a key is told as a mistake of the configuration', async () => {
    const visit = await visitClub(
      using('private_key_jwt'),
      acceptingOnly('private_key_jwt', { jwks }),
    )
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).toBeNull()
    expect(visit.log.errors[0]).toMatchObject({
      code: 'Configuration',
      field: 'token.clientPrivateKey',
    })
  })

  test('a public client (none) signs in without a secret, protected by PKCE', async () => {
    const visit = await visitClub(
      { client: { token_endpoint_auth_method: 'none' } },
      { authentication: ['none'], pkce: 'required' },
    )
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
    expect(requestsTo(visit, 'token')[0]?.headers).not.toHaveProperty('authorization')
  })

  test('a provider without a secret is a public client', async () => {
    const { clientSecret, ...rest } = Object(club())
    const visit = await visitClub({}, { authentication: ['none'] }, { providers: [rest] })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test.each([
    ['client_secret_post', 'client_secret_basic'],
    ['client_secret_basic', 'client_secret_post'],
    ['none', 'client_secret_basic'],
  ] as const)('%s gets PlatformError where %s is asked for', async (method, wanted) => {
    const visit = await visitClub(using(method), acceptingOnly(wanted))
    expect(await errorOf(visit)).toBe('PlatformError')
  })

  test('a method that nobody knows is refused before anybody is sent anywhere', async () => {
    const { log, browser } = await visitClub({
      ...keys,
      client: { token_endpoint_auth_method: 'hope' },
    })
    expect((await browser.submit('/api/auth/signin/club')).status).toBe(500)
    expect(log.errors[0]).toMatchObject({
      code: 'Configuration',
      field: 'providers.club.client.token_endpoint_auth_method',
    })
  })
})

import { describe, expect, test } from 'vitest'
import type { Deviation } from './deviations.ts'
import { person, provider, type Registration } from './provider.ts'
import { expectAccepted, expectRefused, relyingParty } from './relying-party.ts'

// The basic plan of the OpenID Foundation's tests for relying parties, and the form-post plan,
// which is the same with answers that come as a form. docs/conformance.md lists what is here.

describe.each(['query', 'form_post'] as const)('%s', (response_mode) => {
  const play = async (deviation?: Deviation, registered: Partial<Registration> = {}) => {
    const op = provider({ response_mode, ...registered }, deviation)
    const rp = relyingParty(op)
    return { op, rp, response: await rp.browser.signIn('op') }
  }

  /** An id token that must not be believed: no question is asked about its subject either. */
  const refuseToken = async (deviation: Deviation, reason: RegExp, registered = {}) => {
    const { op, rp, response } = await play(deviation, registered)
    await expectRefused(rp, response, 'CheckFailed', reason)
    expect(op.received).not.toContain('GET /userinfo')
  }

  test('oidcc-client-test: accept', async () => {
    const { op, rp, response } = await play()
    await expectAccepted(rp, response)
    expect(op.received).toEqual([
      'GET /.well-known/openid-configuration',
      'GET /authorize',
      'POST /token',
      'GET /jwks',
      'GET /userinfo',
    ])
  })

  test('oidcc-client-test-invalid-iss: refuse an id token of another issuer', () =>
    refuseToken('invalid-iss', /unexpected JWT "iss" \(issuer\) claim value/))

  test('oidcc-client-test-missing-sub: refuse an id token about nobody', () =>
    refuseToken('missing-sub', /JWT "sub" \(subject\) claim missing/))

  test('oidcc-client-test-invalid-aud: refuse an id token for another client', () =>
    refuseToken('invalid-aud', /unexpected JWT "aud" \(audience\) claim value/))

  test('oidcc-client-test-missing-iat: refuse an id token without its time', () =>
    refuseToken('missing-iat', /JWT "iat" \(issued at\) claim missing/))

  test('oidcc-client-test-kid-absent-single-jwks: accept, there is only one key', async () => {
    const { op, rp, response } = await play('kid-absent')
    await expectAccepted(rp, response)
    expect(op.deviated()).toBeGreaterThan(0)
  })

  // The suite lets a relying party try every key, or refuse. Trying keys is guessing.
  test('oidcc-client-test-kid-absent-multiple-jwks: refuse, each of two keys could be meant', () =>
    refuseToken('kid-absent', /multiple applicable keys found/, { keys: 2 }))

  test('oidcc-client-test-idtoken-sig-rs256: accept', async () => {
    const { rp, response } = await play(undefined, { id_token_signed_response_alg: 'RS256' })
    await expectAccepted(rp, response)
    expect((await rp.account())?.id_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{342}$/)
  })

  // The suite lets a relying party believe an unsigned token that came from the token endpoint, or
  // skip the module.
  test('oidcc-client-test-idtoken-sig-none: refuse an unsigned id token', () =>
    refuseToken('sig-none', /unsupported JWS "alg" identifier/))

  test('oidcc-client-test-idtoken-sig-none: refuse it even where it was agreed', async () => {
    const op = provider({ response_mode }, 'sig-none')
    const rp = relyingParty(op, { client: { id_token_signed_response_alg: 'none' } })
    const response = await rp.browser.signIn('op')
    await expectRefused(rp, response, 'CheckFailed', /unsupported JWS "alg" identifier/)
  })

  test('oidcc-client-test-invalid-sig-rs256: refuse an id token with a spoiled signature', () =>
    refuseToken('invalid-sig', /JWT signature verification failed/))

  test('oidcc-client-test-userinfo-invalid-sub: refuse what is about another', async () => {
    const { op, rp, response } = await play('userinfo-invalid-sub')
    await expectRefused(rp, response, 'CheckFailed', /unexpected "response" body "sub"/)
    expect(op.received).toContain('GET /userinfo')
  })

  test('oidcc-client-test-nonce-invalid: refuse an id token with another nonce', () =>
    refuseToken('nonce-invalid', /unexpected ID Token "nonce" claim value/))

  test('oidcc-client-test-nonce-invalid: refuse an id token without the nonce', () =>
    refuseToken('missing-nonce', /JWT "nonce" \(nonce\) claim missing/))

  test('oidcc-client-test-scope-userinfo-claims: accept what the scope allows', async () => {
    const op = provider({ response_mode })
    const scope = 'openid email'
    const rp = relyingParty(op, { authorization: { params: { scope, response_mode } } })
    await rp.browser.signIn('op')
    expect({ log: rp.log, complaints: op.complaints }).toEqual({ log: [], complaints: [] })
    const session = await rp.browser.session()
    expect(session?.user).toMatchObject({ name: null, email: person.email.email })
  })

  test('oidcc-client-test-client-secret-basic: accept', async () => {
    const { rp, response } = await play(undefined, {
      token_endpoint_auth_method: 'client_secret_basic',
    })
    await expectAccepted(rp, response)
  })
})

import { describe, expect, test } from 'vitest'
import type { Deviation } from './deviations.ts'
import { provider, type Registration } from './provider.ts'
import { expectAccepted, expectRefused, relyingParty } from './relying-party.ts'

// The modules of the comprehensive plan, which is not part of the certification, as far as the code
// flow has them.

describe.each(['query', 'form_post'] as const)('%s', (response_mode) => {
  const refuseToken = async (
    deviation: Deviation,
    reason: RegExp,
    alg: Registration['id_token_signed_response_alg'] = 'RS256',
  ) => {
    const op = provider({ response_mode, id_token_signed_response_alg: alg }, deviation)
    const rp = relyingParty(op, { client: { id_token_signed_response_alg: alg } })
    await expectRefused(rp, await rp.browser.signIn('op'), 'CheckFailed', reason)
    expect(op.received).not.toContain('GET /userinfo')
  }

  test('oidcc-client-test-missing-aud: refuse an id token for nobody', () =>
    refuseToken('missing-aud', /JWT "aud" \(audience\) claim missing/))

  test('oidcc-client-test-invalid-sig-es256: refuse an id token with a spoiled signature', () =>
    refuseToken('invalid-sig', /JWT signature verification failed/, 'ES256'))

  test('oidcc-client-test-invalid-sig-hs256: refuse an id token with a spoiled signature', () =>
    refuseToken('invalid-sig', /not signed with the client secret/, 'HS256'))

  test.each(['ES256', 'HS256'] as const)('%s: accept, where it was agreed', async (alg) => {
    const op = provider({ response_mode, id_token_signed_response_alg: alg })
    const rp = relyingParty(op, { client: { id_token_signed_response_alg: alg } })
    await expectAccepted(rp, await rp.browser.signIn('op'))
  })

  test('oidcc-client-test-ignores-unparseable-key-in-jwks: accept the usable key', async () => {
    const op = provider({ response_mode }, 'unusable-keys')
    const rp = relyingParty(op)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.deviated()).toBeGreaterThan(0)
  })

  test('oidcc-client-test-userinfo-bearer-header: accept', async () => {
    const op = provider({ response_mode })
    const rp = relyingParty(op)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.received).toContain('GET /userinfo')
  })

  test('oidcc-client-test[client_auth_type=client_secret_post]: accept', async () => {
    const token_endpoint_auth_method = 'client_secret_post'
    const op = provider({ response_mode, token_endpoint_auth_method })
    const rp = relyingParty(op, { client: { token_endpoint_auth_method } })
    await expectAccepted(rp, await rp.browser.signIn('op'))
  })

  test('oidcc-client-test-form-post-error: refuse on login_required', async () => {
    const op = provider({ response_mode }, 'login-required')
    const rp = relyingParty(op, { formParams: ['prompt', 'max_age'] })
    const url = await rp.browser.start('op', { prompt: 'none', max_age: '0' })
    expect(new URL(url).searchParams.get('prompt')).toBe('none')
    expect(new URL(url).searchParams.get('max_age')).toBe('0')
    await expectRefused(rp, await rp.follow(url), 'PlatformError', /login_required/)
    expect(op.received).not.toContain('POST /token')
  })
})

import { describe, expect, test } from 'vitest'
import { provider } from './provider.ts'
import { expectAccepted, expectRefused, relyingParty } from './relying-party.ts'

// The configuration plan of the OpenID Foundation's tests for relying parties: what is learned from
// the provider, and when it is learned anew. Signed user info is a module of the dynamic plan.

describe.each(['query', 'form_post'] as const)('%s', (response_mode) => {
  test('oidcc-client-test-discovery-openid-config: accept what discovery tells', async () => {
    const op = provider({ response_mode })
    const rp = relyingParty(op)
    const url = await rp.browser.start('op')
    expect(op.received).toEqual(['GET /.well-known/openid-configuration'])
    expect(url).toMatch(`${op.issuer}/authorize?`)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.received.filter((one) => one.includes('.well-known'))).toHaveLength(1)
  })

  test('oidcc-client-test-discovery-jwks-uri-keys: accept keys from there', async () => {
    const op = provider({ response_mode })
    const rp = relyingParty(op)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.received.filter((one) => one === 'GET /jwks')).toHaveLength(1)
  })

  test('oidcc-client-test-discovery-issuer-mismatch: refuse at the start', async () => {
    const op = provider({ response_mode }, 'issuer-mismatch')
    const rp = relyingParty(op)
    const response = await rp.browser.submit('/api/auth/signin/op')
    await expectRefused(rp, response, 'CheckFailed', /metadata of .* is about another issuer/)
    expect(op.received).toEqual(['GET /.well-known/openid-configuration'])
  })

  test('oidcc-client-test-signing-key-rotation: accept the new key next time', async () => {
    const op = provider({ response_mode })
    const rp = relyingParty(op)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    await rp.browser.signOut()
    expect(await rp.browser.session()).toBeNull()
    op.rotate()
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.received.filter((one) => one === 'GET /jwks')).toHaveLength(2)
  })

  test('oidcc-client-test-signing-key-rotation-just-before-signing: accept', async () => {
    const op = provider({ response_mode }, 'rotation-before-signing')
    const rp = relyingParty(op)
    await expectAccepted(rp, await rp.browser.signIn('op'))
    await rp.browser.signOut()
    await expectAccepted(rp, await rp.browser.signIn('op'))
    expect(op.deviated()).toBe(2)
  })

  test('oidcc-client-test-userinfo-signed: accept', async () => {
    const op = provider({ response_mode, userinfo_signed_response_alg: 'RS256' })
    const rp = relyingParty(op, { client: { userinfo_signed_response_alg: 'RS256' } })
    await expectAccepted(rp, await rp.browser.signIn('op'))
  })

  test('oidcc-client-test-userinfo-signed: refuse a spoiled signature', async () => {
    const registered = { response_mode, userinfo_signed_response_alg: 'RS256' } as const
    const op = provider(registered, 'userinfo-invalid-sig')
    const rp = relyingParty(op, { client: { userinfo_signed_response_alg: 'RS256' } })
    const response = await rp.browser.signIn('op')
    await expectRefused(rp, response, 'CheckFailed', /JWT signature verification failed/)
  })
})

import { describe, expect, test } from 'vitest'
import { AuthError, type Profile } from '../../src/index.ts'
import type { Deviation } from './deviations.ts'
import { provider } from './provider.ts'
import { expectAccepted, type RelyingParty, relyingParty } from './relying-party.ts'
import { spoiled } from './signing.ts'

// The refresh-token plan of the OpenID Foundation's tests for relying parties, which is not part of
// the certification.

describe.each(['query', 'form_post'] as const)('%s', (response_mode) => {
  /** Signs in, and lets the access token grow old. */
  const later = async (deviation?: Deviation): Promise<RelyingParty & { userId: string }> => {
    const rp = relyingParty(provider({ response_mode }, deviation))
    await expectAccepted(rp, await rp.browser.signIn('op'))
    rp.op.advance(600)
    return { ...rp, userId: String((await rp.account())?.userId) }
  }

  test('oidcc-client-test-refresh-token: accept, and the new access token is good', async () => {
    const { auth, op, userId, account } = await later()
    const before = await account()
    const token = await auth.accessToken({ userId }, 'op')
    expect(token).not.toBe(before?.access_token)
    expect(await account()).toMatchObject({ access_token: token })
    const headers = { authorization: `Bearer ${token}` }
    expect((await op.fetch(`${op.issuer}/userinfo`, { headers })).status).toBe(200)
    expect(op.complaints).toEqual([])
  })

  /** OpenID Connect Core §12.2: an id token that answers a refresh is held to the first one. */
  const refuse = async (deviation: Deviation) => {
    const { auth, op, userId, account } = await later(deviation)
    const before = await account()
    const refusal = await auth.accessToken({ userId }, 'op').catch((thrown: unknown) => thrown)
    expect(op.deviated()).toBe(1)
    expect(op.complaints).toEqual([])
    expect(refusal).toBeInstanceOf(AuthError)
    expect(refusal).toMatchObject({ code: 'CheckFailed' })
    expect(await account()).toEqual(before)
  }

  test('oidcc-client-test-refresh-token-invalid-issuer: refuse another issuer', () =>
    refuse('refreshed-iss'))

  test('oidcc-client-test-refresh-token-invalid-sub: refuse tokens of another person', () =>
    refuse('refreshed-sub'))

  test('oidcc-client-test-refresh-token-invalid-aud: refuse tokens for another client', () =>
    refuse('refreshed-aud'))

  test('oidcc-client-test-refresh-token-invalid-azp: refuse tokens of another client', () =>
    refuse('refreshed-azp'))

  test('tokens of another person are refused where the account’s id is not their sub, too', async () => {
    const op = provider({ response_mode }, 'refreshed-sub')
    const profile = ({ email }: Profile) => ({ id: String(email), name: 'Ada' })
    const { auth, browser } = relyingParty(op, { profile })
    await browser.signIn('op')
    const { user } = (await browser.session()) ?? {}
    op.advance(600)
    const refusal = auth.accessToken({ userId: String(user?.id) }, 'op')
    await expect(refusal).rejects.toMatchObject({ code: 'CheckFailed' })
    expect(op.deviated()).toBe(1)
  })

  test('a refreshed id token with a spoiled signature is refused', async () => {
    const op = provider({ response_mode })
    let isLater = false
    const tampered: typeof fetch = async (input, init) => {
      const response = await op.fetch(input, init)
      if (!isLater || !String(input).endsWith('/token')) return response
      const answer = await response.json()
      return Response.json({ ...answer, id_token: spoiled(answer.id_token) })
    }
    const { auth, browser, account } = relyingParty({ ...op, fetch: tampered })
    await browser.signIn('op')
    op.advance(600)
    isLater = true
    const before = await account()
    await expect(auth.accessToken({ userId: String(before?.userId) }, 'op')).rejects.toMatchObject({
      code: 'CheckFailed',
    })
    expect(await account()).toEqual(before)
  })
})

import { expect, test } from 'vitest'
import TikTok from '../../src/providers/tiktok.ts'
import { callback, tiktok } from './practice.ts'

type Cause = Record<string, string> | { endpoint: string; answer: string }

/** Each piece of advice, what brings it about, and words that stand in no other. */
const advice: Record<string, [cause: Cause, words: string]> = {
  invalid_client: [{ endpoint: 'token', answer: 'invalid_client' }, 'pasted along'],
  client_key: [{ error: 'param_error', error_type: 'client_key' }, 'not reviewed yet is refused'],
  unauthorized_client: [{ error: 'unauthorized_client' }, 'lacks Login Kit'],
  redirect_uri: [{ error: 'invalid_request', error_type: 'redirect_uri' }, callback],
  '10006': [{ error: 'param_error', errCode: '10006' }, callback],
  non_sandbox_target: [
    { error: 'access_denied', error_type: 'non_sandbox_target' },
    'target users of the sandbox',
  ],
  scope: [{ error: 'param_error', error_type: 'scope' }, 'have it approved'],
  invalid_scope: [{ error: 'invalid_scope' }, 'have it approved'],
  scope_not_authorized: [
    { endpoint: 'userinfo', answer: 'scope_not_authorized' },
    'asked for without its scope',
  ],
  scope_permission_missed: [
    { endpoint: 'userinfo', answer: 'scope_permission_missed' },
    'asked for without its scope',
  ],
  invalid_grant: [{ endpoint: 'token', answer: 'invalid_grant' }, 'exchange a code only once'],
  'token invalid_request': [{ endpoint: 'token', answer: 'pkce' }, 'or PKCE failed'],
  code_challenge: [{ error: 'param_error', error_type: 'code_challenge' }, 'registered as desktop'],
  code_challenge_method: [
    { error: 'param_error', error_type: 'code_challenge_method', errCode: '10008' },
    'in hexadecimal',
  ],
  access_token_invalid: [{ endpoint: 'userinfo', answer: 'access_token_invalid' }, 'accessToken()'],
  rate_limit_exceeded: [{ endpoint: 'userinfo', answer: 'rate_limit_exceeded' }, '600 calls'],
  access_denied: [{ error: 'access_denied' }, 'If nobody did, look at `error_type`'],
  param_error: [{ error: 'param_error' }, '`error_type` names it'],
}

test('every piece of advice that TikTok’s file has is given below', () => {
  expect(Object.keys(advice).sort()).toEqual(Object.keys(TikTok().hints ?? {}).sort())
})

test.each(Object.entries(advice))('the advice on %s reaches the log', async (_, [cause, words]) => {
  const { browser, world, log } = await tiktok()
  if ('endpoint' in cause && 'answer' in cause) {
    world.next({ endpoint: cause.endpoint ?? '', answer: cause.answer ?? '' })
    await browser.signIn('tiktok', { as: 'ada' })
  } else {
    const state = new URL(await browser.start('tiktok')).searchParams.get('state') ?? ''
    await browser.visit(`${callback}?${new URLSearchParams({ ...cause, state })}`)
  }
  const lines = [...log.warnings, ...log.errors.map(({ hint }) => hint)]
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(words)
})

test('the advice on a failed revocation leaves PKCE and redirects out', async () => {
  const { browser, world, auth } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  world.next({ endpoint: 'revoke', answer: 'malformed' })
  const revoked = auth.accounts.revoke(
    { userId: (await browser.session())?.user.id ?? '' },
    'tiktok',
  )
  await expect(revoked).rejects.toMatchObject({
    platform: { error: 'invalid_request', endpoint: 'revocation' },
    hint: expect.not.stringMatching(/PKCE|redirect/),
  })
})

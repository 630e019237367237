import { expect, test } from 'vitest'
import { origin } from '../setup.ts'
import { type Provider, provider } from './provider.ts'
import { relyingParty } from './relying-party.ts'

// A provider that lets everything pass would prove nothing: each of these slips it must notice.

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

function ask(op: Provider, changes: Record<string, string> = {}): Promise<Response> {
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: op.client.client_id,
    redirect_uri: op.client.redirect_uri,
    scope: 'openid',
    state: 'a-state-that-nobody-can-guess',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  })
  return op.visit(`${op.issuer}/authorize?${asked}`)
}

test.each([
  ['response_type is not code', { response_type: 'token' }],
  ['another client_id', { client_id: 'another' }],
  ['another redirect_uri', { redirect_uri: `${origin}/elsewhere` }],
  ['scope openid', { scope: 'profile' }],
  ['no state', { state: '' }],
  ['nonce that can be guessed', { nonce: '1' }],
  ['no PKCE', { code_challenge_method: 'plain' }],
  ['no SHA-256', { code_challenge: 'short' }],
  ['another response_mode', { response_mode: 'fragment' }],
  ['nobody asked for: audience', { audience: 'x' }],
])('an authorization request: %s', async (why, changes) => {
  const op = provider()
  expect((await ask(op)).status).toBe(303)
  expect((await ask(op, changes)).status).toBe(400)
  expect(op.complaints.join()).toContain(why)
})

/** Exchanges a code, after a change to the form or to the headers. */
async function exchange(op: Provider, form = {}, headers = {}): Promise<number> {
  const location = (await ask(op)).headers.get('location') ?? ''
  const { client_id, client_secret, redirect_uri } = op.client
  const basic = [client_id, client_secret].map(encodeURIComponent).join(':')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(location).searchParams.get('code') ?? '',
    redirect_uri,
    code_verifier: verifier,
    ...form,
  })
  const authorization = `Basic ${btoa(basic)}`
  const sent = { method: 'POST', headers: { authorization, ...headers }, body }
  return (await op.fetch(`${op.issuer}/token`, sent)).status
}

test.each([
  ['the form names the client', { client_id: 'relying party/1' }, {}],
  ['the form holds the secret', { client_secret: 'x' }, {}],
  ['no Basic header', {}, { authorization: '' }],
  ['not form-encoded', {}, { authorization: `Basic ${btoa('relying party/1:x')}` }],
  ['another client_secret', {}, { authorization: `Basic ${btoa('relying+party%2F1:x')}` }],
  ['the body is no form', {}, { 'content-type': 'application/json' }],
  ['grant_type is password', { grant_type: 'password' }, {}],
  ['an unknown code', { code: 'x' }, {}],
  ['another redirect_uri', { redirect_uri: origin }, {}],
  ['RFC 7636 does not allow', { code_verifier: 'short' }, {}],
  ['verifier of another flow', { code_verifier: 'x'.repeat(43) }, {}],
])('a token request: %s', async (why, form, headers) => {
  const op = provider()
  expect(await exchange(op)).toBe(200)
  expect(await exchange(op, form, headers)).toBe(400)
  expect(op.complaints.join()).toContain(why)
})

test('a relying party that was registered otherwise is noticed', async () => {
  const op = provider({ token_endpoint_auth_method: 'client_secret_post' })
  const { browser } = relyingParty(op)
  await browser.signIn('op')
  expect(await browser.session()).toBeNull()
  expect(op.complaints.join()).toContain('there is an Authorization header')
})

test.each([
  ['an access token in the address', '?access_token=x', {}],
  ['no access token of this provider', '', { authorization: 'Bearer x' }],
])('a question about the person: %s', async (why, query, headers) => {
  const op = provider()
  const response = await op.fetch(`${op.issuer}/userinfo${query}`, { headers })
  expect(response.status).toBe(400)
  expect(op.complaints.join()).toContain(why)
})

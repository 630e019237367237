import { expect, test } from 'vitest'
import {
  authorizeUrl,
  base64urlChallenge,
  client,
  desktop,
  desktopUrl,
  post,
  practice,
  redeem,
  tokenAddress,
  verifier,
} from './practice.ts'

// The requests that Auth.js's TikTok provider makes, as observed: authorize without the final
// slash, client_id beside or instead of client_key, base64url challenges, no state.

test('Auth.js’s challenge on a desktop redirect passes the page and fails at the token endpoint', async () => {
  const tiktok = await practice({ doubts: { authorizeSlash: 'optional' } })
  const url = desktopUrl({
    client_id: client.client_key,
    code_challenge: base64urlChallenge,
    state: undefined,
  }).replace('/authorize/?', '/authorize?')
  const back = await tiktok.approve(url)
  expect([...back.searchParams.keys()]).toEqual(['code', 'scopes'])
  const exchange = { redirect_uri: desktop, code_verifier: verifier, client_id: client.client_key }
  const answer = await redeem(tiktok, back.searchParams.get('code'), exchange)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    error: 'invalid_request',
    error_description: 'Code verifier or code challenge is invalid.',
  })
})

test('a client that only knows client_id gets param_error instead of the consent page', async () => {
  const tiktok = await practice()
  const page = await tiktok.approve(
    authorizeUrl({ client_key: undefined, client_id: client.client_key }),
  )
  expect(page.host).toBe('www.tiktok.com')
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    error: 'param_error',
    error_type: 'client_key',
    errCode: '10003',
  })
})

test('a client that only knows client_id gets no token', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl())
  const answer = await redeem(tiktok, back.searchParams.get('code'), {
    client_key: undefined,
    client_id: client.client_key,
  })
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})

test('the token endpoint answers 404 without its final slash', async () => {
  const tiktok = await practice()
  const answer = await post(tiktok, tokenAddress.replace(/\/$/, ''), client)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('Unsupported path(Janus)')
})

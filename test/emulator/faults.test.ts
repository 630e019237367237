import { describe, expect, test } from 'vitest'
import {
  authorizeUrl,
  client,
  post,
  practice,
  redeem,
  signIn,
  tokenAddress,
  userInfo,
} from './practice.ts'

const refreshing = { ...client, grant_type: 'refresh_token' }

describe('a documented failure', () => {
  const tokenFaults: readonly [string, number, object][] = [
    ['invalid_grant', 200, { error: 'invalid_grant' }],
    ['invalid_grant_400', 400, { error: 'invalid_grant' }],
    ['invalid_client', 200, { error: 'invalid_client' }],
    ['invalid_client_401', 401, { error: 'invalid_client' }],
    ['pkce', 200, { error_description: 'Code verifier or code challenge is invalid.' }],
    ['redirect_mismatch', 200, { error: 'invalid_request' }],
    ['malformed', 200, { error_description: 'The request parameters are malformed.' }],
    ['server_error', 200, { error: 'server_error' }],
  ]
  test.each(tokenFaults)('%s at the token endpoint', async (answer, status, body) => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'token', answer })
    const response = await redeem(tiktok, 'any')
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })

  const infoFaults: readonly [string, number, string][] = [
    ['access_token_invalid', 401, 'access_token_invalid'],
    ['scope_not_authorized', 401, 'scope_not_authorized'],
    ['scope_permission_missed', 400, 'scope_permission_missed'],
    ['rate_limit', 429, 'rate_limit_exceeded'],
    ['internal', 500, 'internal_error'],
    ['error_200', 200, 'internal_error'],
    ['error_without_data', 401, 'access_token_invalid'],
  ]
  test.each(infoFaults)('%s at user info', async (answer, status, code) => {
    const tiktok = await practice()
    const { access_token } = await signIn(tiktok)
    tiktok.next({ endpoint: 'userinfo', answer })
    const response = await userInfo(tiktok, access_token, 'open_id')
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(200)
  })

  test('janus is the gateway’s 404', async () => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'token', answer: 'janus' })
    expect(await (await redeem(tiktok, 'any')).text()).toBe('Unsupported path(Janus)')
  })

  test('happens as often as ordered, to the endpoint it was ordered for', async () => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'token', answer: 'janus', times: 2 })
    const { access_token } = await signIn(await practice())
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(401)
    const statuses = [1, 2, 3].map(async () => (await redeem(tiktok, 'any')).status)
    expect(await Promise.all(statuses)).toEqual([404, 404, 200])
  })

  test('can be an answer of your own', async () => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'token', answer: new Response('mine', { status: 418 }), times: 2 })
    tiktok.next({ endpoint: 'token', answer: ({ form }) => new Response(form.get('code')) })
    expect(await (await redeem(tiktok, 'any')).text()).toBe('mine')
    expect((await redeem(tiktok, 'any')).status).toBe(418)
    expect(await (await redeem(tiktok, 'this one')).text()).toBe('this one')
  })

  test('is refused, with the names of those that exist, if it does not', async () => {
    const tiktok = await practice()
    expect(() => tiktok.next({ endpoint: 'token', answer: 'hiccup' })).toThrow(/invalid_grant.*cut/)
    expect(() => tiktok.next({ endpoint: 'tokens', answer: 'cut' })).toThrow(/authorize.*token/)
    expect(() => tiktok.next({ endpoint: 'token', platform: 'x', answer: 'cut' })).toThrow()
  })
})

describe('a broken connection', () => {
  test('is cut before anything happened, or after', async () => {
    const tiktok = await practice()
    const { refresh_token } = await signIn(tiktok)
    const refresh = (): Promise<Response> =>
      post(tiktok, tokenAddress, { ...refreshing, refresh_token })
    tiktok.next({ endpoint: 'token', answer: 'cut' })
    await expect(refresh()).rejects.toThrow(TypeError)
    const before = tiktok.snapshot()
    expect(await (await refresh()).json()).toHaveProperty('access_token')
    tiktok.restore(before)
    tiktok.next({ endpoint: 'token', answer: 'lost' })
    await expect(refresh()).rejects.toThrow(TypeError)
    expect(await (await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('is slow until the client gives up', async () => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'userinfo', answer: 'slow' })
    const giveUp = new AbortController()
    const address = 'https://open.tiktokapis.com/v2/user/info/?fields=open_id'
    const answer = tiktok.fetch(address, { signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })

  test('stalls after the first byte, or tears', async () => {
    const tiktok = await practice()
    const giveUp = new AbortController()
    const address = 'https://open.tiktokapis.com/v2/user/info/?fields=open_id'
    tiktok.next({ endpoint: 'userinfo', answer: 'stall' })
    const stalled = await tiktok.fetch(address, { signal: giveUp.signal })
    expect(stalled.status).toBe(200)
    const reading = stalled.text()
    giveUp.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    tiktok.next({ endpoint: 'userinfo', answer: 'torn' })
    await expect((await tiktok.fetch(address)).json()).rejects.toThrow()
  })

  test('answers nonsense with a good status', async () => {
    const tiktok = await practice()
    for (const answer of ['html', 'empty', 'truncated']) {
      tiktok.next({ endpoint: 'token', answer })
      const response = await redeem(tiktok, 'any')
      expect(response.status).toBe(200)
      await expect(response.json()).rejects.toThrow(SyntaxError)
    }
    tiktok.next({ endpoint: 'token', answer: 'null' })
    expect(await (await redeem(tiktok, 'any')).json()).toBeNull()
    tiktok.next({ endpoint: 'token', answer: 'unavailable' })
    expect((await redeem(tiktok, 'any')).status).toBe(503)
  })

  test('is huge, and only as far as it is read', async () => {
    const tiktok = await practice()
    tiktok.next({ endpoint: 'token', answer: 'huge' })
    const response = await redeem(tiktok, 'any')
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(first?.value?.byteLength).toBe(1024 * 1024)
    await reader?.cancel()
  })

  test('redirects to a stranger, who does not exist', async () => {
    const tiktok = await practice()
    const send = (redirect: RequestRedirect): Promise<Response> => {
      tiktok.next({ endpoint: 'token', answer: 'redirect' })
      return tiktok.fetch(tokenAddress, { method: 'POST', redirect })
    }
    expect((await send('manual')).status).toBe(302)
    await expect(send('error')).rejects.toThrow(TypeError)
    await expect(send('follow')).rejects.toThrow(TypeError)
  })
})

describe('the in-process fetch', () => {
  test('knows the platform’s hosts and no others', async () => {
    const { fetch } = await practice()
    for (const address of [
      'https://example.com/',
      'http://www.tiktok.com/',
      'https://tiktok.com/',
      'https://www.tiktok.com.evil.test/',
      'https://localhost/www.tiktok.com/',
    ]) {
      await expect(fetch(address)).rejects.toThrow(TypeError)
    }
  })

  test('follows redirects as the real one does', async () => {
    const { fetch } = await practice()
    const response = await fetch(authorizeUrl({ client_key: undefined }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Something went wrong')
    const manual = await fetch(authorizeUrl({ client_key: undefined }), { redirect: 'manual' })
    expect(manual.status).toBe(303)
  })

  test('rejects when it was aborted before', async () => {
    const tiktok = await practice()
    await expect(tiktok.fetch(authorizeUrl(), { signal: AbortSignal.abort() })).rejects.toThrow()
  })
})

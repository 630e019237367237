import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { authorizeUrl, client, post, practice, signIn, tokenAddress, userInfo } from './practice.ts'

// Words that every object of JavaScript knows, and no platform does.
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

test.each(inherited)('%s as a grant type gets unsupported_grant_type', async (grant_type) => {
  const answer = await post(await practice(), tokenAddress, { ...client, grant_type })
  expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' })
})

test.each(inherited)(
  '%s as a grant type gets an error of a standard platform, too',
  async (grant_type) => {
    const app = { client_id: 'a', client_secret: 'b', redirect_uris: ['https://app.test/callback'] }
    const github = await emulator({ platform: 'github', apps: [app] })
    const address = 'https://github.com/login/oauth/access_token'
    const { client_id, client_secret } = app
    const answer = await github.fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ client_id, client_secret, grant_type, code: 'x' }),
    })
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toHaveProperty('error')
  },
)

test.each(inherited)('%s as a field gets invalid_params', async (field) => {
  const tiktok = await practice()
  const { access_token } = await signIn(tiktok)
  const answer = await userInfo(tiktok, access_token, `open_id,${field}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_params' } })
})

test.each(inherited)(
  '%s as a scope stops at the consent page, and no platform starts with it',
  async (scope) => {
    const tiktok = await practice()
    const stopped = await tiktok.approve(authorizeUrl({ scope: `user.info.basic,${scope}` }))
    expect(stopped.searchParams.get('error_type')).toBe('scope')
    expect(stopped.searchParams.get('advice')).toContain('is no scope')
    const app = { ...client, environment: 'sandbox' as const, scopes: [scope] }
    await expect(practice({ platform: 'tiktok', apps: [app] })).rejects.toThrow('there is no scope')
  },
)

test.each(inherited)('%s as a button gets 404', async (name) => {
  const { handler } = await practice()
  const headers = { origin: 'http://127.0.0.1:4100' }
  const request = new Request(`http://127.0.0.1:4100/actions/${name}`, { method: 'POST', headers })
  expect((await handler(request)).status).toBe(404)
})

test.each(inherited)('%s as a failure throws, and as a decision brings no code', async (answer) => {
  const tiktok = await practice()
  expect(() => tiktok.next({ endpoint: 'token', answer })).toThrow('does not fail by')
  const body = new URLSearchParams({
    request: new URL(authorizeUrl()).search.slice(1),
    persona: 'ada',
    decision: `fail:${answer}`,
  })
  const decide = 'https://www.tiktok.com/practice/tiktok/decide'
  const back = await tiktok.handler(new Request(decide, { method: 'POST', body }))
  const { searchParams } = new URL(back.headers.get('location') ?? '')
  expect(searchParams.get('error')).toBe(answer)
  expect(searchParams.has('code')).toBe(false)
})

test('an address where there is no consent page says what it answered instead', async () => {
  const tiktok = await practice()
  const slashless = authorizeUrl().replace('/?', '?')
  await expect(tiktok.approve(slashless)).rejects.toThrow(
    'https://www.tiktok.com/v2/auth/authorize answered 404 and no redirect',
  )
})

// A character alone is no base64, whichever kind.
test.each([
  ['a client assertion', { client_assertion: 'a.b.c' }, {}],
  ['a password in a header', {}, { authorization: 'Basic abcde' }],
])('%s that is no base64 gets invalid_client', async (_, assertion, headers) => {
  const app = { client_id: 'a', client_secret: 'b', redirect_uris: ['https://app.test/callback'] }
  const entra = await emulator({ platform: 'microsoft-entra-id', apps: [app] })
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const answer = await entra.fetch('https://login.microsoftonline.com/common/oauth2/v2.0/token', {
    method: 'POST',
    headers: { accept: 'application/json', ...headers },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      client_assertion_type,
      ...assertion,
    }),
  })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Received } from '../../src/emulator/index.ts'
import type { Dialect } from '../../src/types/dialect.ts'
import { callback, keys, tiktok } from './practice.ts'

const local = 'http://localhost:3455'
const desktop = { web: [], desktop: [`${local}/api/auth/callback/tiktok`] }

/** What comes of a sign-in when one word of the dialect is replaced by the standard's. */
async function signInWith(dialect: Dialect, kit: 'web' | 'desktop' = 'web') {
  const place = kit === 'web' ? {} : { url: local }
  const parts = await tiktok(
    { dialect, kit, fields: ['follower_count'] },
    place,
    kit === 'web' ? {} : desktop,
  )
  const start = await parts.auth.handler(
    new Request(`${kit === 'web' ? 'https://app.test' : local}/api/auth/signin/tiktok`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    }),
  )
  const back = await parts.world.approve(start.headers.get('location') ?? '', { as: 'ada' })
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const end = await parts.auth.handler(new Request(back, { headers: { cookie } }))
  const signedIn = end.headers.getSetCookie().some((line) => line.includes('portico.session='))
  return { ...parts, signedIn, back }
}

test.each<[string, Dialect, 'web' | 'desktop']>([
  ['client_id instead of client_key', { clientId: 'client_id' }, 'web'],
  ['scopes listed with spaces', { scopes: 'space' }, 'web'],
  ['a base64url challenge on localhost', { challenge: 'base64url' }, 'desktop'],
  ['an error object that always means failure', { failure: { code: 'error.code', ok: [] } }, 'web'],
  [
    'no fields parameter',
    { userinfo: { fields: { parameter: 'select', scopes: { open_id: 'user.info.basic' } } } },
    'web',
  ],
  ['a token request as JSON', { token: { body: 'json' } }, 'web'],
])('TikTok refuses the sign-in with %s', async (_, dialect, kit) => {
  expect((await signInWith({}, kit)).signedIn).toBe(true)
  expect((await signInWith(dialect, kit)).signedIn).toBe(false)
})

test.each<[string, Dialect, string | undefined]>([
  ['are not asked for', {}, 'Ada'],
  [
    'would fail the whole call',
    { userinfo: { fields: { parameter: 'fields', scopes: { username: 'user.info.basic' } } } },
    undefined,
  ],
])('fields whose scope was not granted %s', async (_, dialect, name) => {
  const { browser, log } = await tiktok({ dialect, fields: ['username'] })
  await browser.signIn('tiktok', { as: 'ada', grant: ['user.info.basic'] })
  expect((await browser.session())?.user.name).toBe(name)
  expect(log.errors[0]?.platform?.error).toBe(name ? undefined : 'scope_not_authorized')
})

test.each([
  ['token', 'https://open.tiktokapis.com/v2/oauth/token'],
  ['userinfo', 'https://open.tiktokapis.com/v2/user/info'],
])('the final slash of the %s address matters', async (endpoint, address) => {
  const { browser, log } = await tiktok({ [endpoint]: address })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(await browser.session()).toBeNull()
  expect(log.errors[0]?.platform?.status).toBe(404)
})

test('TikTok answers invalid_request to HTTP Basic', async () => {
  const { browser, log } = await tiktok({
    client: { token_endpoint_auth_method: 'client_secret_basic' },
  })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(log.errors[0]?.platform).toMatchObject({
    error: 'invalid_request',
    endpoint: 'token',
    status: 200,
  })
})

test('without the word for it, nobody knows when the refresh token expires', async () => {
  const { browser, storage } = await tiktok({
    dialect: { token: { refreshExpiresIn: 'refresh_token_expires_in' } },
  })
  await browser.signIn('tiktok', { as: 'ada' })
  const [account] = await storage.listAccounts((await browser.session())?.user.id ?? '')
  expect(account?.refresh_expires_at).toBeUndefined()
})

test.each<[string, Dialect, string | undefined]>([
  ['TikTok’s own `scopes`', {}, 'Ada'],
  ['`scope`, which TikTok does not send,', { callbackScopes: 'scope' }, undefined],
])('the callback’s %s counts if the token answer names no scope', async (_, dialect, name) => {
  const { browser, world, storage } = await tiktok({ dialect, fields: ['username', 'video_count'] })
  world.next({
    endpoint: 'token',
    answer: async ({ url, headers, text }) => {
      const truth = await world.fetch(url, { method: 'POST', headers, body: text })
      return Response.json({ ...(await truth.json()), scope: undefined })
    },
  })
  await browser.signIn('tiktok', { as: 'ada', grant: ['user.info.basic', 'user.info.profile'] })
  const user = (await browser.session())?.user
  expect(user?.name).toBe(name)
  const [account] = await storage.listAccounts(user?.id ?? '')
  expect(account?.scope).toBe(name && 'user.info.basic user.info.profile')
})

test('tokens of one person with the profile of another are refused', async () => {
  const { browser, world, log } = await tiktok()
  const url = await browser.start('tiktok')
  const back = await world.approve(url, { as: 'ada' })
  world.next({
    endpoint: 'userinfo',
    answer: () =>
      Response.json({
        data: { user: { open_id: '-000somebody-else', display_name: 'Mallory' } },
        error: { code: 'ok', message: '', log_id: '1' },
      }),
  })
  await browser.visit(String(back))
  expect(await browser.session()).toBeNull()
  expect(log.warnings.join()).toContain('name different people')
})

test('without the scope that names the person nobody is signed in, and the log says why', async () => {
  const { browser, log } = await tiktok({ fields: ['username'] })
  await browser.signIn('tiktok', { as: 'ada', grant: ['user.info.profile'] })
  expect(await browser.session()).toBeNull()
  expect(log.errors[0]).toMatchObject({ code: 'ProfileInvalid', field: 'data.user.open_id' })
  expect(log.errors[0]?.hint).toContain('declined the scope')
})

test('exactly these requests go out', async () => {
  const { browser, world } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const [authorize, , token, userinfo] = world.received as readonly Received[]
  const asked = new URL(authorize?.url ?? '')
  expect(asked.origin + asked.pathname).toBe('https://www.tiktok.com/v2/auth/authorize/')
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_key: keys.clientId,
    response_type: 'code',
    scope: 'user.info.basic',
    redirect_uri: callback,
    state: expect.stringMatching(/^[\w-]{51}$/),
    code_challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
    code_challenge_method: 'S256',
  })
  expect(token).toMatchObject({
    method: 'POST',
    url: 'https://open.tiktokapis.com/v2/oauth/token/',
  })
  const form = Object(token?.body)
  expect(form).toEqual({
    client_key: keys.clientId,
    client_secret: keys.clientSecret,
    grant_type: 'authorization_code',
    code: expect.stringMatching(/\*.!/),
    redirect_uri: callback,
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  const digest = createHash('sha256').update(String(form.code_verifier)).digest('hex')
  expect(digest).toBe(asked.searchParams.get('code_challenge'))
  expect(userinfo?.method).toBe('GET')
  expect(userinfo?.url).toBe(
    'https://open.tiktokapis.com/v2/user/info/?fields=open_id%2Cunion_id%2Cavatar_url%2Cavatar_url_100%2Cavatar_large_url%2Cdisplay_name',
  )
})

test('exactly these headers go out, and no Authorization but to user info', async () => {
  const { browser, world, auth } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  world.clock.advance('25h')
  await auth.accessToken({ userId: user }, 'tiktok')
  await auth.accounts.revoke({ userId: user }, 'tiktok')
  const api = world.received.filter(({ url }) => url.startsWith('https://open.tiktokapis.com/'))
  const same = { accept: 'application/json', 'user-agent': 'portico' }
  const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  const token = { ...same, ...form, 'cache-control': 'no-cache' }
  expect(api.map(({ endpoint, headers }) => [endpoint, headers])).toEqual([
    ['token', token],
    ['userinfo', { ...same, authorization: expect.stringMatching(/^Bearer act\.[^ ]+$/) }],
    ['token', token],
    ['revoke', { ...same, ...form }],
  ])
})

test('every flow has a challenge and a state of its own, and no secret goes through the browser', async () => {
  const { browser } = await tiktok()
  const [first, second] = [await browser.start('tiktok'), await browser.start('tiktok')]
  for (const name of ['state', 'code_challenge']) {
    expect(new URL(first).searchParams.get(name)).not.toBe(new URL(second).searchParams.get(name))
  }
  expect(first).not.toContain(keys.clientSecret)
  expect(first).not.toContain('code_verifier')
})

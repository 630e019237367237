import { describe, expect, test } from 'vitest'
import type { CodeProof, ExchangeAsker, NativeAppCalls } from '../../src/parts/native-apps.ts'
import { Desktop, Ios } from '../../src/parts/tiktok-kits.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { setup } from '../setup.ts'
import { acme, libraryCode, links, minisCode, nonce, post, request } from './apps.ts'
import { keys } from './practice.ts'

type Parts = Awaited<ReturnType<typeof acme>>

function exchange(parts: Parts, options: object): Promise<{ key: string; session: unknown }> {
  const { exchange: call } = parts.auth as unknown as NativeAppCalls
  return call(request(), 'tiktok', { app: 'acme', ...options } as ExchangeAsker & CodeProof)
}

function sentTokens({ world }: Parts): unknown[] {
  return world.received.filter(({ endpoint }) => endpoint === 'token').map(({ body }) => body)
}

const phones = [
  ['ios', links.ios, 43],
  ['android', links.android, 32],
] as const

describe.each(phones)('the kit for %s', (kit, redirect, length) => {
  test('exchanges the code of the library, with its link and its verifier', async () => {
    const parts = await acme()
    const given = await libraryCode(parts.world, kit, redirect)
    expect(given.codeVerifier).toHaveLength(length)
    const { key, session } = await exchange(parts, { kit, ...given })
    expect(session).toMatchObject({ user: { name: 'Ada', email: null } })
    expect(sentTokens(parts)).toEqual([
      {
        client_key: keys.clientId,
        client_secret: keys.clientSecret,
        grant_type: 'authorization_code',
        code: given.code,
        redirect_uri: redirect,
        code_verifier: given.codeVerifier,
      },
    ])
    const bearer = new Headers({ authorization: `Bearer ${key}` })
    const signedIn = await parts.auth.session(bearer)
    expect(signedIn?.user.name).toBe('Ada')
    const who = { userId: signedIn?.user.id ?? '' }
    expect(await parts.auth.accessToken(who, 'tiktok')).toMatch(/^act\./)
  })

  test('refuses a shorter verifier than the library makes, and another than it made', async () => {
    const parts = await acme()
    const given = await libraryCode(parts.world, kit, redirect)
    const short = { ...given, codeVerifier: given.codeVerifier.slice(1) }
    await expect(exchange(parts, { kit, ...short })).rejects.toMatchObject({
      code: 'InvalidRequest',
      field: 'code_verifier',
    })
    await expect(exchange(parts, { kit, code: given.code })).rejects.toMatchObject({
      field: 'code_verifier',
    })
    expect(sentTokens(parts)).toEqual([])
    const other = { ...given, codeVerifier: `${given.codeVerifier}x` }
    await expect(exchange(parts, { kit, ...other })).rejects.toMatchObject({
      code: 'PlatformError',
    })
  })

  test('refuses another link than those that are listed, and the code of another kit', async () => {
    const parts = await acme()
    const given = await libraryCode(parts.world, kit, redirect)
    for (const redirectUri of [`${redirect}/`, `${redirect}?a=1`, redirect.toUpperCase(), ''])
      await expect(exchange(parts, { kit, ...given, redirectUri })).rejects.toMatchObject({
        field: 'redirect_uri',
      })
    expect(sentTokens(parts)).toEqual([])
    const wrong = kit === 'ios' ? 'android' : 'ios'
    const long = { code: given.code, codeVerifier: 'w'.repeat(43) }
    await expect(exchange(parts, { kit: wrong, ...long })).rejects.toMatchObject({
      code: 'PlatformError',
    })
  })
})

test('takes the code that a desktop app received at a port of loopback', async () => {
  const parts = await acme()
  const redirectUri = 'http://127.0.0.1:41234/callback/'
  const given = await libraryCode(parts.world, 'desktop', redirectUri)
  const { session } = await exchange(parts, { kit: 'desktop', ...given, redirectUri })
  expect(session).toMatchObject({ user: { name: 'Ada' } })
})

test.each([
  'http://127.0.0.1/callback/',
  'http://127.0.0.1:0/callback/',
  'http://127.0.0.1:*/callback/x',
  'http://127.0.0.1:4@evil.example/callback/',
  'http://localhost:41234/callback/',
  'http://[::1]:41234/callback/',
])('refuses the loopback address %s, which is not registered', async (redirectUri) => {
  const parts = await acme()
  const proof = { kit: 'desktop', code: 'x', codeVerifier: 'v'.repeat(43), redirectUri }
  await expect(exchange(parts, proof)).rejects.toMatchObject({ field: 'redirect_uri' })
  expect(sentTokens(parts)).toEqual([])
})

test('a Mini signs in with a code alone, and a nonce that is good once', async () => {
  const parts = await acme()
  const used = await nonce(parts)
  const code = await minisCode(parts.world, 'user.info.basic')
  const { session } = await exchange(parts, { kit: 'minis', code, nonce: used })
  expect(session).toMatchObject({ user: { name: 'Ada' } })
  const [sent] = sentTokens(parts)
  expect(Object.keys(sent as object).toSorted()).toEqual([
    'client_key',
    'client_secret',
    'code',
    'grant_type',
  ])
  const again = { kit: 'minis', code: await minisCode(parts.world), nonce: used }
  await expect(exchange(parts, again)).rejects.toMatchObject({ field: 'nonce' })
  await expect(exchange(parts, { ...again, nonce: undefined })).rejects.toMatchObject({
    field: 'nonce',
  })
  expect(sentTokens(parts)).toHaveLength(1)
})

test('a Mini signs in silently, and the user has an id and no name', async () => {
  const parts = await acme()
  const code = await minisCode(parts.world)
  const { key } = await exchange(parts, { kit: 'minis', code, nonce: await nonce(parts) })
  const bearer = new Headers({ authorization: `Bearer ${key}` })
  const session = await parts.auth.session(bearer)
  expect(session?.user).toMatchObject({ name: null })
  const who = { userId: session?.user.id ?? '' }
  const [account] = await parts.storage.listAccounts(who.userId)
  expect(account).toMatchObject({ provider: 'tiktok', scope: 'user.info.open_id' })
  await expect(
    parts.auth.accessToken(who, 'tiktok', { scopes: ['user.info.basic'] }),
  ).rejects.toMatchObject({ code: 'ScopeMissing', scopes: ['user.info.basic'] })
})

test('a code of a Mini is good for its kit only, and a code of a link not as that of a Mini', async () => {
  const parts = await acme()
  const code = await minisCode(parts.world)
  const pkce = { codeVerifier: 'v'.repeat(43) }
  await expect(exchange(parts, { kit: 'ios', code, ...pkce })).rejects.toMatchObject({
    code: 'PlatformError',
  })
  const given = await libraryCode(parts.world, 'ios', links.ios)
  const asMinis = { kit: 'minis', code: given.code, nonce: await nonce(parts) }
  await expect(exchange(parts, asMinis)).rejects.toMatchObject({ code: 'PlatformError' })
  const withMore = { ...asMinis, nonce: await nonce(parts), ...pkce }
  await expect(exchange(parts, withMore)).rejects.toMatchObject({ field: 'code_verifier' })
})

test('of ten apps that send the same code at once, one is signed in', async () => {
  const parts = await acme()
  const given = await libraryCode(parts.world, 'ios', links.ios)
  const tries = Array.from({ length: 10 }, () => exchange(parts, { kit: 'ios', ...given }))
  const done = await Promise.allSettled(tries)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(sentTokens(parts)).toHaveLength(1)
})

test('the same person is the same user by every kit and in the browser', async () => {
  const parts = await acme()
  await parts.browser.signIn('tiktok', { as: 'ada' })
  const user = (await parts.browser.session())?.user.id
  const given = await libraryCode(parts.world, 'ios', links.ios)
  const { session } = await exchange(parts, { kit: 'ios', ...given })
  expect(session).toMatchObject({ user: { id: user } })
})

test('an app without a server of its own posts its code to the token route', async () => {
  const parts = await acme()
  const { code, codeVerifier } = await libraryCode(parts.world, 'ios', links.ios)
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:porticojs:params:oauth:token-type:authorization-code',
    client_id: 'acme',
    provider: 'tiktok',
    kit: 'ios',
    subject_token: code,
    code_verifier: codeVerifier,
  }
  const { status, body } = await post(parts, 'native-token', form)
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', session: { user: { name: 'Ada' } } })
  const again = await post(parts, 'native-token', form)
  expect(again.status).toBe(400)
  expect(JSON.stringify(again.body)).not.toContain(code)
})

test('refuses kits that are not declared, and providers that have none', async () => {
  const parts = await acme([Ios({ redirects: [links.ios] })])
  const code = await minisCode(parts.world)
  for (const kit of ['minis', 'android', 'web', 'constructor', ''])
    await expect(exchange(parts, { kit, code, nonce: await nonce(parts) })).rejects.toMatchObject({
      field: 'kit',
    })
  const none = await acme([])
  await expect(exchange(none, { kit: 'ios', code })).rejects.toMatchObject({ field: 'provider' })
  expect(sentTokens(parts)).toEqual([])
})

test.each([
  [Ios({ redirects: ['com.acme.app://tiktok'] })],
  [Ios({ redirects: ['https://localhost/tiktok'] })],
  [Ios({ redirects: ['https://acme.example/tiktok?x=1'] })],
  [Desktop({ redirects: ['http://127.0.0.1/callback/'] })],
  [Desktop({ redirects: ['http://127.0.0.1:*'] })],
  [Desktop({ redirects: ['http://acme.example:80/callback/'] })],
])('refuses a kit whose address TikTok would not register', async (kit) => {
  const { auth, log } = await setup({ providers: [TikTok({ ...keys, kits: [kit] })] })
  const answer = await auth.handler(new Request('https://app.test/api/auth/signin'))
  expect(answer.status).toBe(500)
  expect(log.errors[0]?.message).toMatch(/redirect address/)
})

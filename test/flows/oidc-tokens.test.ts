import { clockTolerance } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { errorOf, issuer, requestsTo, signedIn, visitOpen } from './club.ts'

// What an OpenID Connect platform says about a person, on a strict one in process, where tokens can be forged.

describe('the id token', () => {
  const forgeries = [
    'missing',
    'wrong_nonce',
    'without_nonce',
    'wrong_issuer',
    'wrong_audience',
    'foreign_audience',
    'wrong_azp',
    'without_subject',
    'expired',
    'from_the_future',
    'text_times',
    'alg_none',
    'bad_signature',
    'same_kid_other_key',
    'key_in_header',
    'malformed',
  ]

  test.each(forgeries)('%s: refused', async (forgery) => {
    const visit = await visitOpen({ checks: ['nonce', 'pkce'] })
    visit.world.next({ endpoint: 'token', answer: `id_token_${forgery}` })
    expect(await errorOf(visit, 'open')).toBe('CheckFailed')
  })

  test.each(forgeries)('%s: refused even if the profile comes from user info', async (forgery) => {
    const visit = await visitOpen({ checks: ['nonce', 'pkce'], idToken: false })
    visit.world.next({ endpoint: 'token', answer: `id_token_${forgery}` })
    expect(await errorOf(visit, 'open')).toBe('CheckFailed')
    expect(requestsTo(visit, 'userinfo')).toHaveLength(0)
  })

  test.each(['hs256_secret', 'hs256_public_key'])(
    '%s: a shared secret is not taken for an RSA key',
    async (forgery) => {
      const visit = await visitOpen({}, { algorithm: 'RS256' })
      visit.world.next({ endpoint: 'token', answer: `id_token_${forgery}` })
      expect(await errorOf(visit, 'open')).toBe('CheckFailed')
    },
  )

  test('one that a provider’s own token handler brings is judged as strictly', async () => {
    const forged = { iss: issuer, aud: 'practice-open', sub: 'ada', iat: 0, exp: 9e9 }
    const id_token = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(forged))}.`
    const request = async () => ({ tokens: { access_token: 'a', id_token } })
    expect(await errorOf(await visitOpen({ token: { request } }), 'open')).toBe('CheckFailed')
    const none = async () => ({ tokens: { access_token: 'a' } })
    expect(await errorOf(await visitOpen({ token: { request: none } }), 'open')).toBe('CheckFailed')
  })

  test.each([
    ['a minute ahead of ours is tolerated', -50_000, null],
    ['ten minutes ahead of ours is not', -600_000, 'CheckFailed'],
    ['two hours behind ours is not', 7_200_000, 'CheckFailed'],
  ])('a platform whose clock is %s', async (_how, offset, error) => {
    const base = Date.parse('2026-11-15T12:00:00Z')
    const visit = await visitOpen({}, {}, { runtime: { now: () => base + offset } }, { now: base })
    const response = await visit.browser.signIn('open')
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe(error)
  })

  test('a platform whose clock is ahead: the developer is told to compare the clocks', async () => {
    const base = Date.parse('2026-11-15T12:00:00Z')
    const { browser, log } = await visitOpen(
      {},
      {},
      { runtime: { now: () => base - 600_000 } },
      { now: base },
    )
    await browser.signIn('open')
    const said = [...log.warnings, ...log.errors.map(({ hint }) => hint)].join()
    expect(said).toContain("Compare this machine's clock with the platform's")
  })

  test.each([
    [
      ['pwd', 'otp'],
      ['pwd', 'otp'],
    ],
    // Its second factor is not ours, and raises no level here.
    [['pwd', 'mfa'], ['pwd']],
    [['mfa'], ['fed']],
    [[], ['fed']],
    [[7], ['fed']],
    ['pwd', ['fed']],
    [undefined, ['fed']],
  ])('%j says how the person was known: %j', async (amr, told) => {
    const visit = await visitOpen({}, { claims: () => ({ ...(amr && { amr }) }) })
    await visit.browser.signIn('open')
    expect((await visit.browser.session())?.amr).toEqual(told)
  })

  test('the library’s own tolerance can be set through `client`', async () => {
    const base = Date.parse('2026-11-15T12:00:00Z')
    const late = { runtime: { now: () => base + 3_700_000 } }
    const strict = await visitOpen({}, {}, late, { now: base })
    expect(await errorOf(strict, 'open')).toBe('CheckFailed')
    const client = { [clockTolerance]: 300 }
    const tolerant = await visitOpen({ client }, {}, late, { now: base })
    const response = await tolerant.browser.signIn('open')
    expect(response.headers.get('location')).toBe('https://app.test/')
  })
})

describe('nonce', () => {
  test('is sent when the provider lists it, unguessable and new each time', async () => {
    const { browser } = await visitOpen({ checks: ['nonce'] })
    const [one, two] = [await browser.start('open'), await browser.start('open')].map((url) =>
      new URL(url).searchParams.get('nonce'),
    )
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(two).not.toBe(one)
    await browser.signIn('open')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('stays away otherwise, and an answer with one gets CheckFailed', async () => {
    const visit = await visitOpen({ checks: ['pkce'] })
    expect(new URL(await visit.browser.start('open')).searchParams.has('nonce')).toBe(false)
    visit.world.next({ endpoint: 'token', answer: 'id_token_wrong_nonce' })
    expect(await errorOf(visit, 'open')).toBe('CheckFailed')
  })
})

describe('idToken: false', () => {
  test('the profile comes from user info', async () => {
    const visit = await visitOpen({ idToken: false }, { claimsInIdToken: false })
    await visit.browser.signIn('open')
    expect(await visit.browser.session()).toMatchObject(signedIn)
    expect(requestsTo(visit, 'userinfo')).toHaveLength(1)
  })

  test('otherwise the id token is enough, and user info is not asked', async () => {
    const visit = await visitOpen()
    await visit.browser.signIn('open')
    expect(requestsTo(visit, 'userinfo')).toHaveLength(0)
  })

  test('user info about somebody else is refused', async () => {
    const visit = await visitOpen({ idToken: false })
    const answer = Response.json({ sub: 'somebody-else', name: 'Mallory' })
    visit.world.next({ endpoint: 'userinfo', answer })
    expect(await errorOf(visit, 'open')).toBe('CheckFailed')
  })

  test('user info as a token that nobody signed is refused', async () => {
    const visit = await visitOpen({ idToken: false })
    const token = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"ada"}')}.`
    const headers = { 'content-type': 'application/jwt' }
    visit.world.next({ endpoint: 'userinfo', answer: new Response(token, { headers }) })
    expect(await errorOf(visit, 'open')).toBe('CheckFailed')
  })
})

describe('RFC 9207', () => {
  test('a callback that should name the issuer and does not is refused', async () => {
    const visit = await visitOpen()
    const back = await visit.world.approve(await visit.browser.start('open'))
    expect(back.searchParams.get('iss')).toBe(issuer)
    back.searchParams.delete('iss')
    const response = await visit.browser.visit(back.href)
    expect(response.headers.get('location')).toContain('error=CheckFailed')
    expect(requestsTo(visit, 'token')).toHaveLength(0)
  })

  test('a callback that names a stranger is refused before any code is exchanged', async () => {
    const visit = await visitOpen()
    const back = await visit.world.approve(await visit.browser.start('open'))
    back.searchParams.set('iss', 'https://stranger.invalid')
    await visit.browser.visit(back.href)
    expect(await visit.browser.session()).toBeNull()
    expect(requestsTo(visit, 'token')).toHaveLength(0)
  })
})

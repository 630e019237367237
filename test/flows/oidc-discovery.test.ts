import { describe, expect, test } from 'vitest'
import { errorOf, issuer, requestsTo, signedIn, visitOpen } from './club.ts'

// What is learned from an OpenID Connect platform, on one in process, where time can be moved: addresses and keys.

describe('discovery', () => {
  test('is asked once, however many sign in', async () => {
    const visit = await visitOpen()
    await Promise.all([1, 2, 3].map(() => visit.open().signIn('open')))
    await visit.browser.signIn('open')
    expect(await visit.browser.session()).toMatchObject(signedIn)
    expect(requestsTo(visit, 'discovery')).toHaveLength(1)
  })

  test('is asked again after an hour', async () => {
    const visit = await visitOpen()
    await visit.browser.signIn('open')
    visit.world.clock.advance('59m')
    await visit.open().signIn('open')
    expect(requestsTo(visit, 'discovery')).toHaveLength(1)
    visit.world.clock.advance('2m')
    const late = visit.open()
    await late.signIn('open')
    expect(requestsTo(visit, 'discovery')).toHaveLength(2)
    expect(await late.session()).toMatchObject(signedIn)
  })

  test('a failure is PlatformError once, and the next sign-in asks again', async () => {
    const visit = await visitOpen()
    visit.world.next({ endpoint: 'discovery', answer: 'unavailable' })
    const response = await visit.browser.submit('/api/auth/signin/open')
    expect(response.headers.get('location')).toContain('error=PlatformError')
    await visit.browser.signIn('open')
    expect(await visit.browser.session()).toMatchObject(signedIn)
  })

  test('metadata about another issuer is refused', async () => {
    const visit = await visitOpen({}, { metadata: { issuer: 'https://stranger.invalid' } })
    const response = await visit.browser.submit('/api/auth/signin/open')
    expect(response.headers.get('location')).toContain('error=CheckFailed')
    expect(requestsTo(visit, 'authorize')).toHaveLength(0)
  })

  // As OneLogin and Asgardeo have it: the issuer is a place below the address that customers know.
  const below = `${issuer}/oidc/2`
  const place = '/.well-known/openid-configuration'

  test('a written address names the issuer whose place it is', async () => {
    const { browser } = await visitOpen({ wellKnown: below + place }, { issuer: below })
    await browser.signIn('open')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('a written address that answers nothing is passed over for the issuer’s own', async () => {
    const changes = { issuer: below, wellKnown: `${below}/oidc/2${place}` }
    const { browser } = await visitOpen(changes, { issuer: below })
    await browser.signIn('open')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('a written address that speaks for a stranger gets CheckFailed', async () => {
    const metadata = { issuer: 'https://stranger.invalid' }
    const { browser } = await visitOpen({ wellKnown: below + place }, { issuer: below, metadata })
    const response = await browser.submit('/api/auth/signin/open')
    expect(response.headers.get('location')).toContain('error=CheckFailed')
  })

  test('an address in the configuration wins over the discovered one', async () => {
    const visit = await visitOpen({ authorization: `${issuer}/authorize?prompt=consent` })
    const url = new URL(await visit.browser.start('open'))
    expect(url.searchParams.get('prompt')).toBe('consent')
    expect(url.searchParams.get('scope')).toBe('openid profile email')
  })

  test('an issuer from the environment is as good', async () => {
    const { issuer: _, ...rest } = { id: 'open', name: 'Open', type: 'oidc' as const, issuer }
    const env = {
      AUTH_OPEN_ID: 'practice-open',
      AUTH_OPEN_SECRET: 'practice-secret-of-open',
      AUTH_OPEN_ISSUER: issuer,
    }
    const { browser } = await visitOpen({}, {}, { providers: [rest], runtime: { env } })
    await browser.signIn('open')
    expect(await browser.session()).toMatchObject(signedIn)
  })

  test('with every address written, and where the keys are, nothing is discovered', async () => {
    const visit = await visitOpen({
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      jwks_endpoint: `${issuer}/jwks`,
      client: { id_token_signed_response_alg: 'ES256' },
    })
    await visit.browser.signIn('open')
    expect(await visit.browser.session()).toMatchObject(signedIn)
    expect(requestsTo(visit, 'discovery')).toHaveLength(0)
  })
})

describe('keys', () => {
  test('are asked for once, and again after five minutes', async () => {
    const visit = await visitOpen()
    await visit.browser.signIn('open')
    await visit.open().signIn('open')
    expect(requestsTo(visit, 'jwks')).toHaveLength(1)
    visit.world.clock.advance('6m')
    await visit.open().signIn('open')
    expect(requestsTo(visit, 'jwks')).toHaveLength(2)
  })

  test.each([false, true])(
    'a rotation interrupts nobody (old keys forgotten: %s)',
    async (forget) => {
      const visit = await visitOpen()
      await visit.browser.signIn('open')
      await visit.world.rotateKeys({ forget })
      const next = visit.open()
      await next.signIn('open')
      expect(await next.session()).toMatchObject(signedIn)
      expect(requestsTo(visit, 'jwks')).toHaveLength(2)
    },
  )

  test('a key that nobody published is looked for once, then refused', async () => {
    const visit = await visitOpen()
    await visit.browser.signIn('open')
    visit.world.next({ endpoint: 'token', answer: 'id_token_unknown_key' })
    const stranger = { ...visit, browser: visit.open() }
    expect(await errorOf(stranger, 'open')).toBe('CheckFailed')
    expect(requestsTo(visit, 'jwks')).toHaveLength(2)
  })

  test('RSA is understood as well as elliptic curves', async () => {
    const { browser } = await visitOpen({}, { algorithm: 'RS256' })
    await browser.signIn('open')
    expect(await browser.session()).toMatchObject(signedIn)
  })
})

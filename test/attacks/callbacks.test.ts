import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { base, closed, errorOf, evil, idp, plain, type Stage, stage } from './stage.ts'

const providers = ['plain', 'idp']

/** Starts in one browser, consents at the platform, and stops before the callback. */
async function pending(at: Stage, provider: string, browser: TestBrowser, as = 'ada') {
  return at.world.approve(await browser.start(provider), { as })
}

const tokenRequests = ({ world }: Stage) =>
  world.received.filter(({ endpoint }) => endpoint === 'token').length

/** The same address with some parameters changed; undefined takes one away. */
function changed(url: URL, changes: Record<string, string | undefined>): string {
  const copy = new URL(url)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) copy.searchParams.delete(name)
    else copy.searchParams.set(name, value)
  }
  return copy.href
}

describe.each(providers)('a callback of %s is refused', (provider) => {
  test.each<[string, Record<string, string | undefined>]>([
    ['without state', { state: undefined }],
    ['with an empty state', { state: '' }],
    ['with another state', { state: 'somebody-else' }],
    ['with the word undefined for state', { state: 'undefined' }],
    ['with the word null for state', { state: 'null' }],
    ['with a state as long as a book', { state: 'x'.repeat(100_000) }],
    ['with a state that is a cookie line', { state: 'a; b=c' }],
    ['with a state of control characters', { state: '\r\nSet-Cookie: x=1\u001b[31m' }],
    ['without a code', { code: undefined }],
    ['with an empty code', { code: '' }],
    ['with a response for another mode', { response: 'x.y.z' }],
  ])('%s', async (_, changes) => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    await closed(at, () => at.browser.visit(changed(back, changes)))
    expect(tokenRequests(at)).toBe(0)
  })

  test('with only the beginning of its state, and no token is asked for', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    const state = back.searchParams.get('state') ?? ''
    for (const cut of [16, 20, state.length - 1]) {
      await closed(at, () => at.browser.visit(changed(back, { state: state.slice(0, cut) })))
    }
    expect(tokenRequests(at)).toBe(0)
  })

  test('with every parameter twice', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    const response = await closed(at, () => at.browser.visit(`${back}&code=second`))
    expect(response.headers.get('location')).not.toContain('second')
    expect(tokenRequests(at)).toBe(0)
  })

  test('in a browser that started nothing', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser, 'eve')
    const victim = at.open()
    const response = await closed(at, () => victim.visit(String(back)))
    expect(errorOf(response)).toBe('FlowMissing')
    expect(await victim.session()).toBeNull()
    expect(tokenRequests(at)).toBe(0)
  })

  test('in a browser that started another flow', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser, 'eve')
    const victim = at.open()
    await victim.start(provider)
    await closed(at, () => victim.visit(String(back)))
    expect(tokenRequests(at)).toBe(0)
  })

  test('a second time, by the same browser', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    expect((await at.browser.visit(String(back))).headers.get('location')).toBe(`${origin}/`)
    const before = tokenRequests(at)
    const replay = await closed(at, () => at.browser.visit(String(back)))
    expect(errorOf(replay)).toBe('FlowMissing')
    expect(tokenRequests(at)).toBe(before)
  })

  test('a second time, by a thief who copied every cookie', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    const thief = at.browser.clone()
    await at.browser.visit(String(back))
    const before = tokenRequests(at)
    await closed(at, () => thief.visit(String(back)))
    expect(tokenRequests(at)).toBe(before)
  })

  test('by two copies of one browser at once: one gets in', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    const twins = [at.browser, at.browser.clone(), at.browser.clone()]
    const answers = await Promise.all(twins.map((twin) => twin.visit(String(back))))
    expect(
      answers.filter((answer) => answer.headers.get('location') === `${origin}/`),
    ).toHaveLength(1)
    expect(tokenRequests(at)).toBe(1)
  })

  test('eleven minutes later', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    const hoarder = new Map(at.browser.cookies)
    at.world.clock.advance('11m')
    await closed(at, () => at.browser.visit(String(back)))
    // A thief's browser does not honour Max-Age.
    const cookie = [...hoarder].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await closed(at, () => at.browser.visit(String(back), { cookie }))
    expect(errorOf(response)).toBe('FlowExpired')
    expect(tokenRequests(at)).toBe(0)
  })

  test('with a flow cookie that was changed', async () => {
    const at = await stage()
    const back = await pending(at, provider, at.browser)
    // The last letter of a token has bits to spare; the one in the middle has none.
    const cookie = [...at.browser.cookies].map(([name, value]) => {
      const middle = value.length >> 1
      const letter = value[middle] === 'A' ? 'B' : 'A'
      return `${name}=${value.slice(0, middle)}${letter}${value.slice(middle + 1)}`
    })
    expect(cookie).toHaveLength(1)
    const forger = at.browser.clone()
    await closed(at, () => forger.visit(String(back), { cookie: cookie.join('; ') }))
    expect(tokenRequests(at)).toBe(0)
    // As it was, it would have done.
    const honest = await at.browser.visit(String(back))
    expect(honest.headers.get('location')).toBe(`${origin}/`)
  })

  test('with an error that is somebody’s advertisement', async () => {
    const at = await stage()
    const url = new URL(await at.browser.start(provider))
    const words = 'Call +1-555-0100 to unlock your account <a href="https://evil.test">'
    const query = new URLSearchParams({
      error: words,
      error_description: words,
      error_uri: 'https://evil.test',
      state: url.searchParams.get('state') ?? '',
    })
    const path = `${base}/callback/${provider}?${query}`
    const response = await closed(at, () => at.browser.visit(path))
    const page = await at.browser.visit(response.headers.get('location') ?? '')
    const shown = await page.text()
    expect(shown).not.toContain('+1-555-0100')
    expect(shown).not.toContain('evil.test')
    // The flow was used up by its refusal.
    await closed(at, () => at.browser.visit(`${base}/callback/${provider}?${query}&code=x`))
    expect(tokenRequests(at)).toBe(0)
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'with an error named %s',
    async (error) => {
      const at = await stage({ providers: [{ ...plain, hints: { known: 'advice' } }, idp, evil] })
      await closed(at, () => at.browser.visit(`${base}/callback/${provider}?error=${error}`))
    },
  )
})

describe('mix-up', () => {
  test.each([
    ['evil', 'idp'],
    ['idp', 'evil'],
    ['evil', 'plain'],
    ['plain', 'idp'],
  ])('a flow started for %s is refused at the callback of %s', async (started, finished) => {
    const at = await stage()
    const back = await pending(at, started, at.browser)
    const elsewhere = new URL(back)
    elsewhere.pathname = `/api/auth/callback/${finished}`
    await closed(at, () => at.browser.visit(elsewhere.href))
    expect(tokenRequests(at)).toBe(0)
  })

  test.each<[string, string | undefined]>([
    ['of the attacker', 'https://evil.test'],
    ['with a slash more', 'https://idp.test/'],
    ['in capitals', 'HTTPS://IDP.TEST'],
    ['that is empty', ''],
    ['that is missing although the platform always sends it', undefined],
  ])('an issuer %s (RFC 9207)', async (_, iss) => {
    const at = await stage()
    const back = await pending(at, 'idp', at.browser)
    await closed(at, () => at.browser.visit(changed(back, { iss })))
    expect(tokenRequests(at)).toBe(0)
  })

  test('a code of one flow gets PlatformError in another', async () => {
    const at = await stage()
    const attacker = at.open()
    const theirs = await pending(at, 'plain', attacker, 'eve')
    const ours = await pending(at, 'plain', at.browser)
    const code = theirs.searchParams.get('code') ?? ''
    const response = await closed(at, () => at.browser.visit(changed(ours, { code })))
    expect(errorOf(response)).toBe('PlatformError')
  })

  test('a redirect proxy hands on only to the provider that was started', async () => {
    const proxied = { redirectProxyUrl: 'https://login.test/api/auth' }
    const providers = [plain, idp, evil].map((provider) => ({ ...provider, ...proxied }))
    const preview = await stage({ providers })
    const state = new URL(await preview.browser.start('evil')).searchParams.get('state') ?? ''
    const proxy = await stage({ providers, url: 'https://login.test', trustedOrigins: [origin] })
    const call = (provider: string) =>
      proxy.auth.handler(
        new Request(
          `https://login.test/api/auth/callback/${provider}?${new URLSearchParams({ code: 'honest', state })}`,
        ),
      )
    expect((await call('evil')).headers.get('location')).toMatch(
      /^https:\/\/app\.test\/.*code=honest/,
    )
    expect((await call('idp')).headers.get('location')).not.toContain('code=honest')
  })
})

describe('the authorization address', () => {
  const asked = async (form: Record<string, string> = {}) => {
    const { browser } = await stage()
    return new URL(await browser.start('idp', form)).searchParams
  }

  test('carries a new challenge each time, and its verifier never', async () => {
    const [one, two] = [await asked(), await asked()]
    expect(one.get('code_challenge_method')).toBe('S256')
    // 256 bits in base64url.
    expect(one.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(one.get('state')).toMatch(/^[\w-]{51}$/)
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(one.get(name)).not.toBe(two.get(name))
    expect([...one.keys()]).not.toContain('code_verifier')
  })

  test('carries the challenge and keeps the secret out', async () => {
    expect(String(await asked())).not.toContain('secret')
  })

  test.each([
    ['redirect_uri', 'https://evil.test'],
    ['client_id', 'evil'],
    ['client_key', 'evil'],
    ['client_secret', 'evil'],
    ['state', 'evil'],
    ['nonce', 'evil'],
    ['code_challenge', 'evil'],
    ['code_challenge_method', 'plain'],
    ['response_type', 'token'],
    ['response_mode', 'fragment'],
    ['scope', 'everything'],
    ['request', 'evil'],
    ['request_uri', 'https://evil.test'],
    ['authorizationParams', 'evil'],
    ['iss', 'evil'],
  ])('keeps its own %s, whatever the visitor sends', async (name, value) => {
    expect((await asked({ [name]: value })).get(name)).not.toBe(value)
  })

  test('takes a hint for the platform from the visitor', async () => {
    expect((await asked({ login_hint: 'ada' })).get('login_hint')).toBe('ada')
  })
})

test.each(['code=x', 'error=access_denied'])(
  'a state that only begins like the flow’s does not belong to it: %s',
  async (query) => {
    const at = await stage()
    const state = new URL(await at.browser.start('plain')).searchParams.get('state') ?? ''
    const other = state.slice(0, 16) + state.slice(16).toLowerCase().replace(/^./, '_')
    const back = `${base}/callback/plain?${query}&state=${other}`
    expect(errorOf(await closed(at, () => at.browser.visit(back)))).toBe('CheckFailed')
    expect(at.log.warnings.at(-1)).toContain('state does not belong')
  },
)

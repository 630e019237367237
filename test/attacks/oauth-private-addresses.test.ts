import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { base, errorOf, idp, outside } from './stage.ts'

/** An application at a public issuer, and what it asked for; `lie` is what the issuer's metadata says besides the truth. */
async function atIssuer(lie: object = {}) {
  const world = await outside()
  const asked: URL[] = []
  const metadata = { lie }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(url)
    if (!url.hostname.endsWith('.test')) return new Response('{}')
    const response = await world.fetch(input, init)
    return url.pathname.startsWith('/.well-known')
      ? Response.json({ ...(await response.json()), ...metadata.lie })
      : response
  }
  // The profile comes from the platform, so that every endpoint is used.
  const providers = [{ ...idp, idToken: false }]
  const made = await setup(
    { providers, runtime: { fetch }, storage: memory({ now: world.clock.now }) },
    world,
  )
  return { ...made, asked, metadata }
}

const inside = 'https://10.0.0.1/x'

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'revocation_endpoint',
  'end_session_endpoint',
  'pushed_authorization_request_endpoint',
]

describe('a public issuer', () => {
  test.each([
    'https://10.0.0.1/token',
    'https://169.254.169.254/latest',
    'https://192.168.1.1/token',
    'https://172.20.0.1/token',
    'https://[fd00::1]/token',
    'https://[::ffff:10.0.0.1]/token',
    'https://127.0.0.1/token',
    'https://localhost/token',
    'https://metadata.internal/token',
    'https://vault/token',
    'https://0x0a000001/token',
  ])(
    'gets a warning instead of our secrets if its token endpoint is in the inner network: %s',
    async (address) => {
      const { browser, log } = await atIssuer({ token_endpoint: address })
      await browser.submit(`${base}/signin/idp`)
      expect(log.warnings.join()).toContain('token_endpoint is a private address')
    },
  )

  test.each(endpoints)(
    'gets CheckFailed if its %s is there when a sign-in begins',
    async (name) => {
      const { browser, asked, log } = await atIssuer({ [name]: inside })
      const refused = await browser.submit(`${base}/signin/idp`)
      expect(errorOf(refused)).toBe('CheckFailed')
      expect(log.warnings.join()).toContain(`${name} is a private address`)
      expect(asked.map(({ pathname }) => pathname)).toEqual(['/.well-known/openid-configuration'])
    },
  )

  test.each(endpoints)(
    'gets no request there if its %s moves later, and sign-ins fail',
    async (name) => {
      const { auth, browser, open, asked, metadata, world } = await atIssuer()
      await browser.signIn('idp', { as: 'ada' })
      const id = (await browser.session())?.user.id ?? ''
      // Its metadata is believed for an hour, and somebody is on their way when that ends.
      world.clock.advance('55m')
      const other = open()
      const url = await other.start('idp')
      // Requests are pushed only where the platform demands it.
      const pushed = name.startsWith('pushed')
      metadata.lie = { [name]: inside, require_pushed_authorization_requests: pushed }
      world.clock.advance('6m')
      await other.visit(String(await world.approve(url, { as: 'noor' })))
      expect(await other.session()).toBeNull()
      const restarted = await open().submit(`${base}/signin/idp`)
      const signedOut = await browser.submit(`${base}/signout`, { provider: 'idp' })
      for (const { headers } of [restarted, signedOut])
        expect(headers.get('location')).not.toContain(new URL(inside).host)
      await auth.accessToken({ userId: id }, 'idp').catch(() => {})
      await auth.accounts.revoke({ userId: id }, 'idp').catch(() => {})
      expect(asked.filter(({ href }) => href.startsWith(inside))).toEqual([])
    },
  )

  test('may have one of them on another public host', async () => {
    const { auth, browser, asked } = await atIssuer({ revocation_endpoint: 'https://8.8.8.8/x' })
    await browser.signIn('idp', { as: 'ada' })
    await auth.accounts.revoke({ userId: (await browser.session())?.user.id ?? '' }, 'idp')
    expect(asked.at(-1)?.href).toBe('https://8.8.8.8/x')
  })
})

import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'
import { base, plain } from '../attacks/stage.ts'
import { begin, end, signIn } from '../methods/ceremonies.ts'
import { type SoftKey, softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'
import { enrol, type House, house } from './house.ts'

// Keys without a PIN or a fingerprint: whoever has them is let in, and nobody is verified.
const lies = { userVerified: false }

async function houseOfKeys(
  options: SecondFactorOptions = {},
  others: AuthConfig['providers'] = [],
): Promise<House> {
  return house(options, { providers: [Passkey({ userVerification: 'discouraged' }), ...others] })
}

/** Registers a key: of somebody new, or of whoever is signed in. */
async function register(browser: TestBrowser): Promise<{ key: SoftKey; url: string }> {
  const key = softKey(origin)
  const options = await begin(browser, 'register', { name: 'Ada' })
  const { body } = await end(browser, 'register', key.create(options, lies))
  return { key, url: body.url }
}

/** The page at which somebody ends who follows redirects, and the number of redirects. */
async function follow(browser: TestBrowser, url: string): Promise<[status: number, path: string]> {
  for (let path = url, left = 5; left > 0; left--) {
    const response = await browser.visit(path)
    const next = response.headers.get('location')
    if (next === null) return [response.status, new URL(path, origin).pathname]
    path = next
  }
  throw new Error('The redirects do not end')
}

test('a required factor is set up by somebody new who has a key and nothing else', async () => {
  const at = await houseOfKeys({ required: () => true })
  const { key, url } = await register(at.browser)
  expect(await follow(at.browser, url)).toEqual([200, '/api/auth/second-factor-setup'])
  const { secret } = await enrol(at, at.browser)
  expect((await at.browser.session())?.amr).toContain('mfa')
  await at.browser.signOut()
  at.world.clock.advance('1m')
  await signIn(at.browser, key, lies)
  expect(await at.browser.session()).toBeNull()
  await at.browser.submit(`${base}/second-factor`, { code: await at.code(secret) })
  expect((await at.browser.session())?.amr).toContain('mfa')
})

test('a required factor is set up by somebody who has had a key, and nothing else, for longer', async () => {
  let required = false
  const at = await houseOfKeys({ required: () => required })
  const { key } = await register(at.browser)
  await at.browser.signOut()
  required = true
  const { body } = await signIn(at.browser, key, lies)
  expect(await follow(at.browser, body.url)).toEqual([200, '/api/auth/second-factor-setup'])
  await enrol(at, at.browser)
  expect((await at.browser.session())?.amr).toContain('mfa')
})

test('a person with another way in uses it first, and the key is the required step', async () => {
  let required = false
  const at = await houseOfKeys({ required: () => required }, [plain])
  const { browser } = at
  await browser.signIn('plain', { as: 'ada' })
  const { key } = await register(browser)
  await browser.signOut()
  required = true
  const { body } = await signIn(browser, key, lies)
  // The thief of a key sets nothing up.
  expect(await follow(browser, body.url)).toEqual([403, '/api/auth/second-factor'])
  expect(await follow(browser, `${base}/second-factor-setup`)).toEqual([
    403,
    '/api/auth/second-factor',
  ])
  expect(await browser.session()).toBeNull()
  await browser.signIn('plain', { as: 'ada' })
  await signIn(browser, key, lies)
  expect((await browser.session())?.amr).toEqual(expect.arrayContaining(['fed', 'mfa']))
})

test('nobody asks to be locked out: keys that verify nobody are no step after themselves', async () => {
  const at = await houseOfKeys({ recoveryCodes: false })
  const { browser, auth } = at
  const { key } = await register(browser)
  const page = await (await browser.visit(`${base}/account`)).text()
  expect(page).not.toContain('requirePasskey')
  await browser.submit(`${base}/account`, { action: 'requirePasskey' })
  await expect(auth.factors.requirePasskey(browser)).rejects.toMatchObject({
    code: 'InvalidRequest',
  })
  await browser.signOut()
  await signIn(browser, key, lies)
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('a person with an app, or another way in, can be asked for such a key', async () => {
  const at = await houseOfKeys({}, [plain])
  const { browser, auth } = at
  await register(browser)
  await enrol(at, browser)
  await auth.factors.requirePasskey({ userId: (await browser.session())?.user.id ?? '' })
  const other = at.open()
  await other.signIn('plain', { as: 'ada' })
  await register(other)
  expect(await (await other.visit(`${base}/account`)).text()).toContain('requirePasskey')
  await auth.factors.requirePasskey(other)
  const own = await auth.factors.list(other)
  expect(own.factors.map(({ factor }) => factor)).toEqual(['passkey'])
})

import { expect, test } from 'vitest'
import de from '../../src/languages/de.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { begin, end, signIn, signUp } from './ceremonies.ts'
import { softKey } from './soft-key.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const bitwarden = 'd548826e79b4db40a3d811116f7e8349'

/** Adds a passkey in a browser that says this of itself; returns what it is called. */
async function nameOf(headers: Record<string, string>, aaguid?: string) {
  const { auth, browser } = await setup({
    providers: [Passkey({})],
    storage: memory(),
    languages: [{}, de],
  })
  const options = await begin(browser, 'register', { name: 'Ada' })
  const data = softKey(origin).create(options, aaguid ? { aaguid } : {})
  const sent = new Request(`${origin}/api/auth/callback/passkey`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify({ action: 'register', data }),
  })
  expect((await browser.send(sent)).status).toBe(200)
  const userId = (await browser.session())?.user.id ?? ''
  return (await auth.passkeys.list({ userId })).map(({ name }) => name)
}

test('calls a passkey by the manager that made it, where that says so', async () => {
  expect(await nameOf({ 'user-agent': chrome }, bitwarden)).toEqual(['Bitwarden'])
})

test('calls it by browser and system otherwise, in the language of its owner', async () => {
  expect(await nameOf({ 'user-agent': chrome })).toEqual(['Chrome on Linux'])
  expect(await nameOf({ 'user-agent': chrome, 'accept-language': 'de' })).toEqual([
    'Chrome unter Linux',
  ])
})

test('calls it a passkey where nothing is known', async () => {
  expect(await nameOf({ 'user-agent': 'curl/8' })).toEqual(['Passkey'])
})

test('says that nobody here has a passkey, so that the browser can forget it', async () => {
  const { browser } = await setup({ providers: [Passkey({})], storage: memory() })
  const known = await signUp(browser)
  const stranger = softKey(origin)
  stranger.create(await begin(browser, 'register'))
  expect(await signIn(browser, stranger)).toMatchObject({
    status: 400,
    body: { error: 'WebAuthnVerification', code: 'unknown-passkey' },
  })
  // A wrong signature of a passkey that somebody has is another thing: it must not be forgotten.
  const lie = { challenge: 'AAAA' }
  const wrong = known.get(await begin(browser, 'authenticate'), lie)
  expect((await end(browser, 'authenticate', wrong)).body.code).toBeUndefined()
  const page = await browser.visit(
    '/api/auth/signin?error=WebAuthnVerification&code=unknown-passkey',
  )
  expect(await page.text()).toContain(
    '<strong>No account here uses this passkey</strong><p>It may have been removed. Choose another passkey, or sign in another way.</p>',
  )
})

import { describe, expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import de from '../../src/languages/de.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, plain, stage } from '../attacks/stage.ts'
import { addPasskey, signUp } from '../methods/ceremonies.ts'
import { origin, secret, setup } from '../setup.ts'

async function read(browser: TestBrowser, path: string): Promise<string> {
  return (await browser.visit(`/api/auth/${path}`)).text()
}

describe('a step that belongs to signing in', () => {
  test.each([
    'SessionRequired',
    'RecentSignInRequired',
    'SignInAgain',
    'FlowMissing',
    'FlowExpired',
  ])('is told calmly: %s', async (code) => {
    const { browser } = await setup({ providers: [plain] })
    const page = await read(browser, `signin?error=${code}`)
    expect(page).toContain('<div class="told" role="status"><strong>')
    expect(page).not.toContain('role="alert"')
  })

  test('alarms where something went wrong', async () => {
    const { browser } = await setup({ providers: [plain] })
    expect(await read(browser, 'signin?error=PlatformError')).toContain('role="alert"')
  })

  test('is no cancelled connection on the account page', async () => {
    const { browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const page = await read(browser, 'account?error=FlowExpired')
    expect(page).toContain('This sign-in took too long')
    expect(page).not.toContain('Connecting canceled')
  })
})

test('offers no sign-up to somebody who signs in again before a change', async () => {
  const { browser } = await setup({ providers: [Passkey({})], storage: memory() })
  expect(await read(browser, 'signin')).toContain('New here?')
  expect(await read(browser, 'signin?error=RecentSignInRequired')).not.toContain('New here?')
})

describe('the account page', () => {
  test('does not offer the last way in for removal, and says why', async () => {
    const { browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const one = await read(browser, 'account')
    expect(one).toContain('This is your only way to sign in')
    expect(one).not.toContain('value="disconnect"')
    await browser.signIn('idp', { as: 'ada', link: true })
    const two = await read(browser, 'account')
    expect(two).not.toContain('This is your only way to sign in')
    expect(two.match(/value="disconnect"/g)).toHaveLength(2)
  })

  test('asks before it takes a way in away', async () => {
    const { browser } = await setup({ providers: [Passkey({})], storage: memory() })
    await signUp(browser)
    await addPasskey(browser)
    const page = await read(browser, 'account')
    const asked =
      /<details><summary[^>]*>Remove<\/summary><form[^>]*>.*?<p>You won’t be able to sign in with it any more\.<\/p><button/g
    expect(page.match(asked)).toHaveLength(2)
  })

  test('tells once what was connected, renamed and removed', async () => {
    const storage = memory()
    const { browser, world } = await stage({ providers: [plain, idp, Passkey({})], storage })
    await browser.signIn('plain', { as: 'ada' })
    const told = async () =>
      /role="status"><strong>([^<]*)/.exec(await read(browser, 'account'))?.[1]
    const form = { link: 'true', callbackUrl: `${origin}/api/auth/account` }
    const sent = await browser.submit('/api/auth/signin/idp', form)
    const callback = await world.approve(sent.headers.get('location') ?? '', { as: 'ada' })
    await browser.visit(String(callback))
    expect([await told(), await told()]).toEqual(['Added to your account', undefined])
    await addPasskey(browser)
    const user = (await browser.session())?.user.id ?? ''
    const [passkey] = await storage.listAuthenticatorsByUserId(user)
    const id = passkey?.credentialID ?? ''
    await browser.submit('/api/auth/account', { action: 'renamePasskey', id, name: 'Ring' })
    expect([await told(), await told()]).toEqual(['Saved', undefined])
    await browser.submit('/api/auth/account', { action: 'removePasskey', id })
    expect(await told()).toBe('Removed from your account')
    await browser.submit('/api/auth/account', { action: 'disconnect', provider: 'idp' })
    expect(await told()).toBe('Removed from your account')
  })

  test('leaves no last used way behind when the account is deleted', async () => {
    const { browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    expect(await read(browser, 'signin')).toContain('Last used')
    await browser.submit('/api/auth/account', { action: 'delete', confirm: 'yes' })
    expect(await read(browser, 'signin')).not.toContain('Last used')
  })
})

describe('the theme', () => {
  const page = async (theme: object, lang = 'en') => {
    const { handler } = Auth({
      ...{ providers: [plain], secret, url: origin, theme, languages: [{}, de] },
      logger: { warn() {}, error() {} },
    })
    const headers = { 'accept-language': lang }
    const answer = await handler(new Request(`${origin}/api/auth/signin`, { headers }))
    return (await answer.text()).replace(/<style.*<\/style>/s, '')
  }

  test('leads to terms, privacy and support, in the visitor’s language', async () => {
    const links = { terms: 'https://acme.example/terms', privacy: '/privacy', support: '' }
    expect(await page({ links })).toContain(
      '<footer class="links"><a href="https://acme.example/terms">Terms</a><a href="/privacy">Privacy</a></footer>',
    )
    expect(await page({ links }, 'de')).toContain('>Nutzungsbedingungen</a>')
  })

  test('leads to a mailbox for support', async () => {
    const links = { support: 'mailto:help@acme.example' }
    expect(await page({ links })).toContain('<a href="mailto:help@acme.example">Support</a>')
  })

  test('leads nowhere without links, nor to a script', async () => {
    expect(await page({})).not.toContain('<footer')
    expect(await page({ links: { terms: 'javascript:alert(1)' } })).not.toContain('<footer')
  })

  test('puts a logo without a dark variant on a light tile, and no other', async () => {
    const logo = '/logo.svg'
    expect(await page({ logo })).toContain('class="brand lit"')
    expect(await page({ logo, logoDark: '/dark.svg' })).not.toContain('lit"')
    expect(await page({ logo, colorScheme: 'dark' })).not.toContain('lit"')
  })
})

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { type PasswordPlace, servePasswords } from './place.ts'

const ada = 'ada@people.test'
const password = 'seven old boats at noon'
const other = 'nine green lamps in fog'

describe.runIf(haveChromium('passwords in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: PasswordPlace
  const open: BrowserContext[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    place = await servePasswords()
  })
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close()
    await place.close()
  })

  /** A browser of somebody's own. */
  async function newTab(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: place.origin, ...options })
    open.push(context)
    return context.newPage()
  }

  async function userIn(tab: Page): Promise<{ id: string; email: string | null } | undefined> {
    const response = await tab.context().request.get(`${place.origin}/api/auth/session`)
    return (await response.json())?.user
  }

  /** Fills in the fields by their names, and sends the form. */
  async function send(tab: Page, fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await tab.fill(`input[name=${name}]`, value)
    const [last = ''] = Object.keys(fields).slice(-1)
    const form = tab.locator('form', { has: tab.locator(`input[name=${last}]`) })
    await form.locator('button').first().click()
  }

  async function signUp(tab: Page, email = ada): Promise<void> {
    await tab.goto('/api/auth/signin?callbackUrl=/')
    await tab.getByRole('link', { name: 'New here? Create an account' }).click()
    await send(tab, { email, password })
    await tab.waitForURL('**/check-email**')
  }

  async function signedUp(tab: Page, email = ada): Promise<void> {
    await signUp(tab, email)
    await send(tab, { code: (await place.letter(email)).code })
    await tab.waitForURL(`${place.origin}/`)
  }

  async function signIn(tab: Page, typed: string, email = ada): Promise<void> {
    await tab.goto('/api/auth/signin?callbackUrl=/')
    await send(tab, { email, password: typed })
  }

  async function signInWithTikTok(tab: Page): Promise<void> {
    await tab.goto('/api/auth/signin?callbackUrl=/')
    await tab.getByRole('button', { name: 'Continue with TikTok' }).click()
    await tab.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
    await tab.getByRole('radio', { name: /Ada/ }).check()
    await tab.getByRole('button', { name: /^Allow/ }).click()
    await tab.waitForURL(`${place.origin}/`)
  }

  test.each([false, true])(
    'somebody signs up, proves the address by the code, signs out and in again (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const tab = await newTab({ javaScriptEnabled })
      await signUp(tab)
      expect(await userIn(tab)).toBeUndefined()
      await send(tab, { code: (await place.letter(ada)).code })
      await tab.waitForURL(`${place.origin}/`)
      expect(await userIn(tab)).toMatchObject({ email: ada })
      await tab.goto('/api/auth/signout?callbackUrl=/')
      await tab.getByRole('button', { name: 'Sign out' }).click()
      await tab.waitForURL(`${place.origin}/**`)
      expect(await userIn(tab)).toBeUndefined()
      await signIn(tab, other)
      expect(await tab.getByRole('alert').textContent()).toContain('Wrong email or password')
      expect(await tab.inputValue('input[name=email]')).toBe(ada)
      await signIn(tab, password)
      await tab.waitForURL(`${place.origin}/`)
      expect(await userIn(tab)).toMatchObject({ email: ada })
    },
  )

  test('the link confirms with one click in the browser that asked for it', async () => {
    const tab = await newTab({ javaScriptEnabled: false })
    await signUp(tab)
    await tab.goto((await place.letter(ada)).link)
    expect(await tab.locator('main').textContent()).toContain(ada)
    expect(await tab.locator('input[type=password]').count()).toBe(0)
    expect(await userIn(tab)).toBeUndefined()
    await tab.getByRole('button', { name: 'Confirm' }).click()
    await tab.waitForURL(`${place.origin}/`)
    expect(await userIn(tab)).toMatchObject({ email: ada })
  })

  test('the link asks for a new password in any other browser, and that one counts', async () => {
    const stranger = await newTab()
    await signUp(stranger)
    const tab = await newTab({ javaScriptEnabled: false })
    await tab.goto((await place.letter(ada)).link)
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Choose a new password')
    await send(tab, { password: other })
    await tab.waitForURL(`${place.origin}/`)
    expect(await userIn(tab)).toMatchObject({ email: ada })
    await signIn(stranger, password)
    await stranger.getByRole('alert').waitFor()
    expect(await userIn(stranger)).toBeUndefined()
  })

  test('somebody forgets the password and resets it in another browser, and the first is signed out', async () => {
    const tab = await newTab()
    await signedUp(tab)
    const phone = await newTab({ javaScriptEnabled: false })
    await phone.goto('/api/auth/signin?callbackUrl=/')
    await phone.getByRole('link', { name: 'Forgot your password?' }).click()
    await send(phone, { email: ada })
    await phone.waitForURL('**/check-email**')
    const { link } = await place.letter(ada, 1)
    const tablet = await newTab({ javaScriptEnabled: false })
    await tablet.goto(link)
    // A refused password leaves the link as it is.
    await send(tablet, { password: 'passwordpassword' })
    expect(await tablet.getByRole('alert').textContent()).toContain('Choose another password')
    await send(tablet, { password: other })
    await tablet.waitForURL(`${place.origin}/**`)
    expect(await userIn(tablet)).toMatchObject({ email: ada })
    expect(await userIn(tab)).toBeUndefined()
    await phone.goto(link)
    expect(await phone.locator('body').textContent()).toContain('no longer')
    await signIn(tab, password)
    await tab.getByRole('alert').waitFor()
    await signIn(tab, other)
    await tab.waitForURL(`${place.origin}/`)
  })

  test('somebody who forgot the password types the code and a new one on one page', async () => {
    const tab = await newTab({ javaScriptEnabled: false })
    await signedUp(tab)
    const phone = await newTab({ javaScriptEnabled: false })
    await phone.goto('/api/auth/forgot-password?callbackUrl=/')
    await send(phone, { email: ada })
    await phone.waitForURL('**/check-email**')
    await send(phone, { code: (await place.letter(ada, 1)).code, password: other })
    await phone.waitForURL(`${place.origin}/`)
    expect(await userIn(phone)).toMatchObject({ email: ada })
  })

  test('somebody changes the password, stays signed in here and is signed out elsewhere', async () => {
    const [tab, phone] = [await newTab({ javaScriptEnabled: false }), await newTab()]
    await signedUp(tab)
    await signIn(phone, password)
    await phone.waitForURL(`${place.origin}/`)
    await tab.goto('/api/auth/account')
    await send(tab, { current: other, password: other })
    expect(await tab.getByRole('alert').textContent()).toContain('isn’t your current password')
    await send(tab, { current: password, password: other })
    await tab.waitForURL('**/account')
    expect(await userIn(tab)).toMatchObject({ email: ada })
    expect(await userIn(phone)).toBeUndefined()
    await signIn(phone, other)
    await phone.waitForURL(`${place.origin}/`)
  })

  test('somebody who came by TikTok sets a first password, signs in with it and removes it again', async () => {
    const tab = await newTab()
    await signInWithTikTok(tab)
    const user = await userIn(tab)
    expect(user).toMatchObject({ email: null })
    await tab.goto('/api/auth/account')
    await send(tab, { email: ada, password })
    await tab.waitForURL('**/check-email**')
    await send(tab, { code: (await place.letter(ada)).code })
    await tab.waitForURL('**/account**')
    const phone = await newTab({ javaScriptEnabled: false })
    await signIn(phone, password)
    await phone.waitForURL(`${place.origin}/`)
    expect(await userIn(phone)).toMatchObject({ id: user?.id, email: ada })
    await phone.goto('/api/auth/account')
    const section = phone.locator('section', {
      has: phone.getByRole('heading', { name: 'Password' }),
    })
    // It is asked first, without a script too.
    await section.locator('summary', { hasText: 'Remove' }).click()
    await section.getByRole('button', { name: 'Remove' }).click()
    await phone.waitForURL('**/account**')
    expect(await phone.locator('main').textContent()).toContain('You have no password yet')
    await signIn(await newTab(), password)
    expect(await userIn(open.at(-1)?.pages()[0] as Page)).toBeUndefined()
  })

  test('the only way in is not offered for removal, and the page says why', async () => {
    const tab = await newTab({ javaScriptEnabled: false })
    await signedUp(tab)
    await tab.goto('/api/auth/account')
    expect(await tab.getByText('Remove').count()).toBe(0)
    expect(await tab.locator('main').textContent()).toContain('only way to sign in')
  })

  test('a password that everybody knows is refused offline, and one that is short by the page itself', async () => {
    const tab = await newTab()
    await tab.goto('/api/auth/signup')
    await send(tab, { email: ada, password: 'correcthorsebatterystaple' })
    await tab.getByRole('alert').waitFor()
    expect(await tab.getByRole('alert').textContent()).toContain('Choose another password')
    expect(await tab.inputValue('input[name=email]')).toBe(ada)
    expect(await tab.inputValue('input[name=password]')).toBe('')
    await tab.fill('input[name=password]', 'short')
    await tab.locator('main form button').first().click()
    const invalid = tab.locator('input[name=password]:invalid')
    expect(await invalid.count()).toBe(1)
    expect(place.world.inbox.messages(ada)).toEqual([])
  })
})

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { type Demo, npmStart } from './npm-start.ts'

/** What people see, for somebody to look at. */
const pictures = join('node_modules', '.cache', 'demo-pictures')

describe.runIf(haveChromium('the demo in a browser'))('npm start, in a browser', () => {
  let demo: Demo
  let browser: Browser
  let url: string
  let practice: string

  beforeAll(async () => {
    demo = await npmStart()
    url = demo.url
    practice = demo.practice
    await mkdir(pictures, { recursive: true })
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  })

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  /** A person opens the demo. */
  async function visit(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 } })
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  async function picture(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }

  async function toConsent(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue with TikTok' }).click()
    await page.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
  }

  async function signIn(page: Page, persona: RegExp): Promise<void> {
    await toConsent(page)
    await page.getByRole('radio', { name: persona }).check()
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.waitForURL(`${url}/`)
  }

  test('someone chooses a persona, declines one scope, and lands with name and picture', async () => {
    const page = await visit()
    await picture(page, '0-welcome')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue with TikTok' }).waitFor()
    await picture(page, '1-sign-in-page')
    await page.goto(url)
    await toConsent(page)
    await page.getByRole('radio', { name: /Ada/ }).check()
    await page.getByRole('checkbox', { name: /follower|stat/i }).uncheck()
    await picture(page, '2-one-scope-unticked')
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.waitForURL(`${url}/`)
    await picture(page, '3-signed-in')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada')
    expect(
      await page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    const granted = await page.locator('dl').textContent()
    expect(granted).toContain('user.info.profile')
    expect(granted).not.toContain('user.info.stats')
    // The follower count is what that scope would have shown.
    expect(granted).toMatch(/Followers\s*Not shared/)
    expect(await page.locator('header').textContent()).toContain('@')
  })

  test('a person who grants everything sees their followers, on a phone too', async () => {
    const page = await visit()
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, /Ada/)
    await picture(page, '8-phone')
    expect(await page.locator('dl').textContent()).toMatch(/Followers\s*[\d,]+/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('the same person signs in again and is the same user', async () => {
    const first = await visit()
    await signIn(first, /Ada/)
    const second = await visit()
    await signIn(second, /Ada/)
    await picture(second, '4-signed-in-again')
    const id = (page: Page) => page.locator('dd code').first().textContent()
    expect(await id(second)).toBe(await id(first))
  })

  test('a person who signs out may be somebody else the next time', async () => {
    const page = await visit()
    await signIn(page, /Ada/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await signIn(page, /Noor/)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Noor')
  })

  test('someone who says no is back on the sign-in page and may try again', async () => {
    const page = await visit()
    await toConsent(page)
    await page.getByRole('radio', { name: /Noor/ }).check()
    await page.getByRole('button', { name: /^Deny/ }).click()
    await page.waitForURL(/error=AccessDenied/)
    await picture(page, '5-denied')
    expect(await page.getByRole('status').textContent()).toContain('Sign-in canceled')
    await page.getByRole('button', { name: 'Continue with TikTok' }).click()
    await page.waitForURL(/authorize/)
  })

  test('two tabs both arrive, and when one signs out the other notices', async () => {
    const first = await visit()
    const second = await first.context().newPage()
    await second.goto(url)
    await toConsent(first)
    await toConsent(second)
    for (const page of [first, second]) {
      await page.getByRole('button', { name: /^Allow/ }).click()
      await page.waitForURL(`${url}/`)
    }
    await first.bringToFront()
    await picture(first, '6-two-tabs')
    await first.getByRole('button', { name: 'Sign out' }).click()
    await first.getByRole('heading', { name: 'Welcome' }).waitFor()
    await second.bringToFront()
    await second.getByRole('heading', { name: 'Welcome' }).waitFor()
    expect(await second.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    await picture(second, '7-signed-out-in-the-other-tab')
  })

  test('the token is refreshed once it has expired, revoked, and is gone then', async () => {
    const page = await visit()
    await signIn(page, /Max/)
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('still valid')
    const clock = await page.context().newPage()
    await clock.goto(practice)
    await clock.getByRole('button', { name: '+ 1d', exact: true }).click()
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('was refreshed')
    await page.getByRole('button', { name: 'Revoke access' }).click()
    expect(await page.getByRole('status').textContent()).toContain('taken back')
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('sign-in')
  })

  /** How wide the picture really is; 0 when it did not come. */
  async function widthOf(page: Page): Promise<number> {
    return page.locator('main img').evaluate(async (image: HTMLImageElement) => {
      await image.decode().catch(() => {})
      return image.naturalWidth
    })
  }

  test('an initial stands in the place of a picture that has expired for good', async () => {
    const page = await visit()
    await signIn(page, /Olga/)
    expect(await widthOf(page)).toBe(0)
    const face = page.locator('.face')
    expect(await face.textContent()).toBe('O')
    await picture(page, '8-expired-picture')
    const shown = await face.screenshot()
    await face.locator('img').evaluate((image) => image.remove())
    expect((await face.screenshot()).equals(shown)).toBe(true)
  })

  test('a picture is still there when its first address has expired', async () => {
    const page = await visit()
    await signIn(page, /Ada/)
    const first = await page.locator('main img').getAttribute('src')
    const clock = await page.context().newPage()
    await clock.goto(practice)
    for (let day = 0; day < 3; day++) {
      await clock.getByRole('button', { name: '+ 1d', exact: true }).click()
    }
    await page.goto(url)
    expect(await widthOf(page)).toBeGreaterThan(0)
    expect(await page.locator('main img').getAttribute('src')).not.toBe(first)
  })

  test('a magic link from the inbox signs in', async () => {
    const page = await visit()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.test')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const inbox = await page.context().newPage()
    await inbox.goto(`${practice}/inbox`)
    await inbox
      .getByRole('link', { name: /Portico Demo/ })
      .first()
      .click()
    const link = inbox.getByRole('link', { name: /callback\/email/ }).first()
    await page.goto((await link.getAttribute('href')) ?? '')
    await page.waitForURL(`${url}/`)
    expect(await page.locator('dl').textContent()).toContain('grace@example.test')
  })

  /** Opens the newest mail in the inbox, and returns where its link leads and what its code is. */
  async function newestMail(page: Page): Promise<{ link: string; code: string }> {
    const inbox = await page.context().newPage()
    await inbox.goto(`${practice}/inbox`)
    await inbox
      .getByRole('link', { name: /Portico Demo/ })
      .first()
      .click()
    const link = inbox.getByRole('link', { name: /callback\/password/ }).first()
    const href = (await link.getAttribute('href')) ?? ''
    const [code = ''] =
      /\b\d{3} \d{3}\b/.exec((await inbox.locator('main').textContent()) ?? '') ?? []
    await inbox.close()
    return { link: href, code }
  }

  test('somebody signs up with a password, and resets it with a mail from the inbox', async () => {
    const page = await visit()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('Use a password instead').click()
    await picture(page, '4-password')
    await page.getByRole('link', { name: 'New here? Create an account' }).click()
    const signUp = async (password: string) => {
      await page.getByLabel('Email').fill('grace@people.test')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create an account' }).click()
    }
    await signUp('passwordpassword')
    expect(await page.getByRole('alert').textContent()).toContain('data leak')
    await signUp('seven old boats at noon')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByLabel('Six-digit code').fill((await newestMail(page)).code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(`${url}/`)
    expect(await page.locator('dl').textContent()).toContain('grace@people.test')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    const phone = await visit()
    await phone.goto(`${url}/api/auth/forgot-password?callbackUrl=/`)
    await phone.getByLabel('Email').fill('grace@people.test')
    await phone.getByRole('button', { name: 'Email me a link' }).click()
    await phone.getByRole('heading', { name: 'Check your email' }).waitFor()
    await phone.goto((await newestMail(phone)).link)
    await phone.getByLabel('New password').fill('nine green lamps in fog')
    await phone.getByRole('button', { name: 'Save password' }).click()
    await phone.waitForURL(`${url}/**`)
    await phone.goto(url)
    expect(await phone.locator('dl').textContent()).toContain('grace@people.test')
    await page.goto(url)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome')
  })
})

// Draws the pages of passwords for people who look at them: `node test/password/screenshots.ts <folder>`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import ar from '../../src/languages/ar.ts'
import en from '../../src/languages/en.ts'
import { launch } from '../browser.ts'
import { servePasswords } from './place.ts'

const folder = process.argv[2] ?? 'password-screenshots'
mkdirSync(folder, { recursive: true })

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 900, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 900, height: 800 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  arabic: { colorScheme: 'light', viewport: { width: 390, height: 800 }, locale: 'ar' },
}
const password = 'seven old boats at noon'
const email = 'ada@people.test'

const browser = await launch()
for (const [look, options] of Object.entries(looks)) {
  const place = await servePasswords({ languages: [en, ar] })
  const context = await browser.newContext({ baseURL: place.origin, ...options })
  const tab = await context.newPage()
  const draw = (name: string) => picture(tab, `${name}-${look}`)
  await tab.goto('/api/auth/signin?callbackUrl=/')
  await draw('1-sign-in')
  await tab.goto('/api/auth/signup?callbackUrl=/')
  await draw('2-sign-up')
  await send(tab, { email, password: 'passwordpassword' })
  await tab.getByRole('alert').waitFor()
  await draw('3-refused')
  await send(tab, { email, password })
  await tab.waitForURL('**/check-email**')
  await draw('4-check-email')
  const letter = await place.letter(email)
  await drawMail(letter.html, 'mail-confirm', look)
  await tab.goto(letter.link)
  await draw('5-confirm')
  await tab.locator('main form button').first().click()
  await tab.waitForURL(`${place.origin}/`)
  await tab.goto('/api/auth/account')
  await draw('6-account')
  await tab.goto('/api/auth/password')
  await draw('7-change')
  await tab.goto('/api/auth/forgot-password')
  await draw('8-forgot')
  await send(tab, { email })
  await tab.waitForURL('**/check-email**')
  await draw('9-check-email-reset')
  const reset = await place.letter(email, 1)
  await drawMail(reset.html, 'mail-reset', look)
  await tab.goto(reset.link)
  await draw('10-choose-new')
  await context.close()
  await place.close()
}
await browser.close()

async function drawMail(html: string, name: string, look: string): Promise<void> {
  const tab = await browser.newPage(looks[look])
  await tab.setContent(html)
  await picture(tab, `${name}-${look}`)
  await tab.close()
}

async function picture(tab: Page, name: string): Promise<void> {
  await tab.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

async function send(tab: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await tab.fill(`input[name=${name}]`, value)
  await tab.locator('main form button').first().click()
}

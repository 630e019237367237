// Draws the pages of passwords for people who look at them: `node test/password/screenshots.ts <folder>`.
import type { Page } from 'playwright-core'
import ar from '../../src/languages/ar.ts'
import en from '../../src/languages/en.ts'
import { drawLooks } from '../screenshots.ts'
import { servePasswords } from './place.ts'

const password = 'seven old boats at noon'
const email = 'ada@people.test'

await drawLooks('password-screenshots', async (browser, options, drawTab) => {
  const place = await servePasswords({ languages: [en, ar] })
  const context = await browser.newContext({ baseURL: place.origin, ...options })
  const tab = await context.newPage()
  const draw = (name: string) => drawTab(tab, name)
  const drawMail = async (html: string, name: string) => {
    const mail = await browser.newPage(options)
    await mail.setContent(html)
    await drawTab(mail, name)
    await mail.close()
  }
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
  await drawMail(letter.html, 'mail-confirm')
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
  await drawMail(reset.html, 'mail-reset')
  await tab.goto(reset.link)
  await draw('10-choose-new')
  await context.close()
  await place.close()
})

async function send(tab: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await tab.fill(`input[name=${name}]`, value)
  await tab.locator('main form button').first().click()
}

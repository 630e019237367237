import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { haveChromium, launch } from '../browser.ts'
import type { Application } from './application.ts'
import { install } from './install.ts'
import { args } from './next/arguments.ts'
import { overlay } from './next/overlay.ts'
import { serve } from './serve.ts'
import { lastMail, visitor } from './visitor.ts'

const app: Application = {
  example: 'next',
  args,
  edit(folder) {
    overlay('settings', folder)
    writeFileSync(
      join(folder, 'next.config.ts'),
      'export default { cacheComponents: true, partialPrefetching: true }\n',
    )
  },
}

const title =
  'Next finds no fault with a page that reads the session, set up as create-next-app does'
const installed = haveChromium(title) ? await install(app) : undefined

test.skipIf(!installed)(title, { timeout: 600_000 }, async ({ onTestFinished }) => {
  if (!installed) return
  const { folder } = installed
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const world = await emulator()
  const { url, close } = await world.listen()
  onTestFinished(close)
  const serving = await serve(app, installed, 'development', url)
  onTestFinished(serving.stop)
  const browser = await launch()
  onTestFinished(() => browser.close())
  const { page, open, reads } = await visitor(browser, serving.url)

  await open('/dashboard')
  await page.waitForURL('**/api/auth/signin?**')
  await page.locator('input[type=email]').fill('grace@people.test')
  await page.locator('form:has(input[type=email]) button').click()
  await page.locator('input[name=code]').fill(lastMail(world, 'grace@people.test').code)
  await page.locator('form:has(input[name=code]) button').click()
  await reads('Dashboard of grace@people.test')
  await open('/')
  await reads('Hello grace@people.test')
  // Next looks through a page after it has sent it.
  await page.waitForTimeout(5_000)
  expect(serving.said()).not.toContain('prerendering')
})

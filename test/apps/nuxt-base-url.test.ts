import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Application } from './application.ts'
import { inProduction } from './in-production.ts'
import { lastMail, type Visitor } from './visitor.ts'

const app: Application = {
  example: 'nuxt',
  async edit(folder) {
    await change(folder, 'nuxt.config.ts', (text) =>
      text.replace('modules:', "app: { baseURL: '/app/' },\n  modules:"),
    )
    // Addresses outside of the router have the base in them.
    await change(folder, 'app/pages/index.vue', (text) =>
      text.replaceAll(/(action|href)="\//g, '$1="/app/'),
    )
  },
  env: ({ port, url }) => ({
    HOST: '127.0.0.1',
    NUXT_PORT: String(port),
    NUXT_TELEMETRY_DISABLED: '1',
    AUTH_URL: `${url}/app/api/auth`,
  }),
}

async function change(folder: string, name: string, edit: (text: string) => string): Promise<void> {
  const file = join(folder, name)
  const before = await readFile(file, 'utf8')
  const after = edit(before)
  expect(after).not.toBe(before)
  await writeFile(file, after)
}

await inProduction('Nuxt 4 with a base URL', app, async ({ url, world, visit }) => {
  const signIn = async ({ page }: Visitor, email: string) => {
    await page.locator('input[type=email]').fill(email)
    await page.locator('form:has(input[type=email]) button').click()
    await page.locator('input[name=code]').waitFor()
    await page.locator('input[name=code]').fill(lastMail(world, email).code)
    await page.locator('form:has(input[name=code]) button').click()
  }

  const ada = await visit()
  await ada.open('/app/')
  await ada.follow('Sign in')
  await signIn(ada, 'ada@people.test')
  await ada.reads('Hello ada@people.test')
  expect(ada.page.url()).toBe(`${url}/app/`)
  await ada.press('Sign out')
  await ada.reads('Hello stranger')
  expect(ada.page.url()).toBe(`${url}/app/`)

  const grace = await visit()
  await grace.open('/app/dashboard?from=mail')
  await grace.page.waitForURL('**/app/api/auth/signin?**')
  await signIn(grace, 'grace@people.test')
  await grace.reads('Dashboard of grace@people.test')
  expect(grace.page.url()).toBe(`${url}/app/dashboard?from=mail`)

  // On the way to a guarded page the browser asks.
  await grace.open('/app/')
  const session = grace.page.waitForResponse('**/app/api/auth/session')
  await grace.follow('Dashboard')
  expect((await session).status()).toBe(200)
  await grace.reads('Dashboard of grace@people.test')
})

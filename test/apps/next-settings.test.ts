import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Application } from './application.ts'
import { inProduction } from './in-production.ts'
import { overlay } from './next/overlay.ts'
import { lastMail } from './visitor.ts'

const app: Application = {
  example: 'next',
  async edit(folder) {
    overlay('settings', folder)
    const file = join(folder, 'package.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    manifest.scripts.build += ' && cp -r .next/static .next/standalone/.next/static'
    manifest.scripts.start = 'node .next/standalone/server.js'
    await writeFile(file, JSON.stringify(manifest))
  },
  env: ({ url }) => ({ AUTH_URL: `${url}/app/api/auth`, HOSTNAME: '127.0.0.1' }),
}

await inProduction(
  'Next 16 with a base path, trailing slashes, Cache Components and standalone output',
  app,
  async ({ url, world, visit }) => {
    const grace = await visit()
    await grace.open('/app/dashboard/?from=mail')
    await grace.page.waitForURL('**/app/api/auth/signin/?**')
    await grace.page.locator('input[type=email]').fill('grace@people.test')
    await grace.page.locator('form:has(input[type=email]) button').click()
    await grace.page.locator('input[name=code]').waitFor()
    await grace.page.locator('input[name=code]').fill(lastMail(world, 'grace@people.test').code)
    await grace.page.locator('form:has(input[name=code]) button').click()
    await grace.reads('Dashboard of grace@people.test')
    expect(grace.page.url()).toBe(`${url}/app/dashboard/?from=mail`)
    const me = await grace.context.request.get('/app/api/me/')
    expect(await me.json()).toMatchObject({ user: { email: 'grace@people.test' } })
    expect(me.headers()).toMatchObject({ 'x-frame-options': 'DENY' })

    await grace.open('/app/')
    await grace.press('Sign out')
    await grace.reads('Hello stranger')
    expect((await grace.context.request.get('/app/api/me/')).status()).toBe(401)
  },
)

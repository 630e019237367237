import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { haveChromium, launch } from '../browser.ts'
import type { Application } from './application.ts'
import { install } from './install.ts'
import { overlay } from './next/overlay.ts'
import { environment, run } from './process.ts'
import { serve } from './serve.ts'
import { lastMail, visitor } from './visitor.ts'

const app: Application = {
  example: 'next',
  name: 'Next 16 with a base path, trailing slashes, Cache Components, standalone',
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

const installed = haveChromium(app.name ?? '') ? await install(app) : undefined

test.skipIf(!installed)(app.name ?? '', { timeout: 600_000 }, async ({ onTestFinished }) => {
  if (!installed) return
  const { folder } = installed
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const built = await run(['npm', 'run', 'build'], { cwd: folder, env: environment() })
  expect(built.code, built.output).toBe(0)
  expect(built.output).not.toContain('[portico]')

  const world = await emulator()
  const { url, close } = await world.listen()
  onTestFinished(close)
  const serving = await serve(app, installed, 'production', url)
  onTestFinished(serving.stop)
  const browser = await launch()
  onTestFinished(() => browser.close())
  const grace = await visitor(browser, serving.url)

  await grace.open('/app/dashboard/?from=mail')
  await grace.page.waitForURL('**/app/api/auth/signin/?**')
  await grace.page.locator('input[type=email]').fill('grace@people.test')
  await grace.page.locator('form:has(input[type=email]) button').click()
  await grace.page.locator('input[name=code]').fill(lastMail(world, 'grace@people.test').code)
  await grace.page.locator('form:has(input[name=code]) button').click()
  await grace.reads('Dashboard of grace@people.test')
  expect(grace.page.url()).toBe(`${serving.url}/app/dashboard/?from=mail`)
  const me = await grace.context.request.get('/app/api/me/')
  expect(await me.json()).toMatchObject({ user: { email: 'grace@people.test' } })
  expect(me.headers()).toMatchObject({ 'x-frame-options': 'DENY' })

  await grace.open('/app/')
  await grace.press('Sign out')
  await grace.reads('Hello stranger')
  expect((await grace.context.request.get('/app/api/me/')).status()).toBe(401)
})

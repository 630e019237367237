import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emulator, tiktok } from '../../src/emulator/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth } from '../../src/index.ts'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import { QrCode } from '../../src/parts/tiktok-kits.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { flawless, flawsOf, looks } from '../pages/flaws.ts'
import { program } from '../second-factor/programs.ts'
import { secret } from '../setup.ts'

const zbarimg = program('ZBar')

/** An application that shows QR codes of TikTok. */
async function screen() {
  const world = await emulator({ platforms: [tiktok()] })
  let handle: (request: Request) => Promise<Response> = async () => new Response(null)
  const server: Server = createServer(
    toNode({
      handler: (request) =>
        new URL(request.url).pathname.startsWith('/api/auth')
          ? handle(request)
          : Promise.resolve(new Response('home')),
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const keys = {
    clientId: 'sbawpractice000001',
    clientSecret: 'practice-secret-of-the-sandbox-01',
  }
  const auth = Auth({
    providers: [TikTok({ ...keys, kit: 'desktop', kits: [QrCode()] })],
    secret,
    url,
    languages: [en, de, ar],
    storage: memory(),
    runtime: { fetch: world.fetch, env: { NODE_ENV: 'test' } },
  })
  handle = auth.handler
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { world, auth, url, close }
}

describe.runIf(haveChromium('QR codes of TikTok'))('a screen', () => {
  let browser: Browser
  let at: Awaited<ReturnType<typeof screen>>
  beforeAll(async () => {
    browser = await launch()
    at = await screen()
  })
  afterAll(async () => {
    await browser.close()
    at.close()
  })

  test.each(looks)('has nothing that axe would improve: %s, %i pixels, %s', async (...look) => {
    const [colorScheme, width, locale] = look
    const viewport = { width, height: 700 }
    const context = await browser.newContext({ colorScheme, locale, viewport })
    const tab = await context.newPage()
    // The page must not be replaced while it is looked at.
    await tab.route(/kit=qr/, async (route) => {
      const response = await route.fetch()
      const { refresh: _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await tab.goto(`${at.url}/api/auth/signin`)
    await tab.locator('details summary').first().click()
    await tab.locator('form:has([name=kit]) button').click()
    await tab.getByRole('img').first().waitFor()
    expect(await tab.getAttribute('html', 'lang')).toBe(locale)
    expect(await flawsOf(tab)).toEqual(flawless)
    const before = await tab.locator('main p').first().textContent()
    // Whoever scans it and does not confirm leaves a page that says so.
    const scanned = (await tab.locator('a[href^="aweme:"]').getAttribute('href')) ?? ''
    await at.world.decide(scanned, { deny: true })
    const lead = async () => {
      await tab.reload()
      return tab.locator('main p').first().textContent()
    }
    await expect.poll(lead, { interval: 500, timeout: 10_000 }).not.toBe(before)
    expect(await flawsOf(tab)).toEqual(flawless)
    await context.close()
  })
})

describe.runIf(haveChromium('QR codes of TikTok') && zbarimg)('a screen without scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tiktok-'))
  let browser: Browser
  let close: () => void = () => undefined
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    close()
    rmSync(folder, { recursive: true })
  })

  test('shows a code that a camera reads, and goes on once the phone has confirmed', async () => {
    const { world, auth, url, ...place } = await screen()
    close = place.close
    const context = await browser.newContext({ javaScriptEnabled: false })
    const tab = await context.newPage()
    await tab.goto(`${url}/api/auth/signin?callbackUrl=/home`)
    await tab.getByText('Sign in with TikTok on your phone').click()
    await tab.getByRole('button', { name: 'Show a QR code' }).click()
    await tab.getByRole('img', { name: 'QR code' }).waitFor()
    const path = join(folder, 'screen.png')
    await tab.screenshot({ path, fullPage: true })
    const only = ['-Sdisable', '-Sqrcode.enable']
    const read = execFileSync(zbarimg ?? '', ['--nodbus', '--quiet', '--raw', ...only, path])
    const scanned = read.toString().trim()
    expect(scanned).toMatch(/^aweme:\/\/authorize\?authType=100&/)
    await world.decide(scanned, { as: 'ada' })
    await tab.waitForURL(`${url}/home`)
    const cookies = await context.cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await auth.session(new Headers({ cookie })))?.user.name).toBe('Ada')
  })
})

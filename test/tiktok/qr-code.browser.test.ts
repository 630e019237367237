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
import { QrCode } from '../../src/parts/tiktok-kits.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { program } from '../second-factor/programs.ts'
import { secret } from '../setup.ts'

const zbarimg = program('ZBar')

describe.runIf(haveChromium('QR codes of TikTok') && zbarimg)('a screen without scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tiktok-'))
  let browser: Browser
  let server: Server
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  })

  test('shows a code that a camera reads, and goes on once the phone has confirmed', async () => {
    const world = await emulator({ platforms: [tiktok()] })
    let handle: (request: Request) => Promise<Response> = async () => new Response(null)
    server = createServer(
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
      storage: memory(),
      runtime: { fetch: world.fetch, env: { NODE_ENV: 'test' } },
    })
    handle = auth.handler
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

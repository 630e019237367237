import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { signInAs } from '../../src/testing.ts'
import { haveChromium, launch } from '../browser.ts'

describe.runIf(haveChromium('signInAs in a browser'))('in Chromium', () => {
  test('signInAs gives the session of a person to a browser', async () => {
    const logger = { warn: () => {} }
    const auth = Auth({
      providers: [TikTok],
      runtime: { env: { NODE_ENV: 'development' } },
      logger,
    })
    const server = createServer(toNode(auth)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const browser = await launch()
    const context = await browser.newContext()
    await signInAs(context, 'noor', { url })
    const page = await context.newPage()
    await page.goto(`${url}/api/auth/session`)
    expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toMatchObject({
      user: { name: 'Noor' },
    })
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(`${url}/api/auth/session`)
    expect(await stranger.locator('pre').textContent()).toBe('null')
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
})

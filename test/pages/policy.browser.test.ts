import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { respond } from '../../src/pages/respond.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { haveChromium, launch } from '../browser.ts'
import { button, plain } from './gallery.ts'

const page = signInPage({ frame: plain, methods: [button('TikTok')] })

describe.runIf(haveChromium('form-action in a browser'))('in Chromium', () => {
  let browser: Browser
  let application: Server
  let platform: Server
  beforeAll(async () => {
    browser = await launch()
    platform = await listen(() => new Response('the platform', { status: 200 }))
    application = await listen((method, path) => {
      if (method === 'POST') return Response.redirect(origin(platform), 303)
      return respond(page, path === '/allowed' ? { formTargets: [`${origin(platform)}/x`] } : {})
    })
  })
  afterAll(async () => {
    await browser.close()
    application.close()
    platform.close()
  })

  test.each([
    ['/allowed', 'reaches', true],
    ['/closed', 'does not reach', false],
  ])('from %s a POST %s a platform on loopback http', async (path, _, arrives) => {
    const tab = await browser.newPage()
    const refusals: string[] = []
    tab.on('console', (message) => refusals.push(message.text()))
    await tab.goto(origin(application) + path)
    const settled = arrives ? tab.waitForURL(`${origin(platform)}/`) : tab.waitForEvent('console')
    await tab.getByRole('button').click()
    await settled
    expect(tab.url().startsWith(origin(platform))).toBe(arrives)
    expect(refusals.some((text) => text.includes('form-action'))).toBe(!arrives)
    await tab.close()
  })
})

async function listen(answer: (method: string, path: string) => Response): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { status, headers, ...rest } = await whole(
      answer(request.method ?? '', request.url ?? ''),
    )
    response.writeHead(status, headers).end(rest.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function whole(response: Response) {
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

function origin(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

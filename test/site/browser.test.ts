import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { built } from './site.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

describe.runIf(haveChromium('documentation site in a browser'))('in a browser', () => {
  let server: Server
  let browser: Browser
  let origin: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site.test')
      const path = decodeURIComponent(pathname).replace(/\/$/, '/index.html')
      try {
        const body = readFileSync(join(built, path))
        response
          .setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
          .end(body)
      } catch {
        response.writeHead(404).end()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
  })

  afterAll(async () => {
    await browser.close()
    server.close()
  })

  /** A page that counts what it loads and what moves. */
  async function open(path: string, options: { width?: number } = {}) {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 900 },
    })
    await context.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) Object(window).shift += Object(entry).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
    return { page, requests }
  }

  const shift = (page: Page) => page.evaluate(() => Number(Object(window).shift))

  test('a choice makes the files and the environment', async () => {
    const { page } = await open('/')
    await page.getByRole('radio', { name: 'Express' }).check()
    await page.getByRole('radio', { name: 'PostgreSQL' }).check()
    await page.getByRole('checkbox', { name: 'GitHub' }).check()
    await page.getByRole('checkbox', { name: 'TikTok' }).uncheck()
    const text = await page.locator('main').textContent()
    expect(text).toContain("import GitHub from 'porticojs/providers/github'")
    expect(text).toContain('database: process.env.DATABASE_URL')
    expect(text).toContain('AUTH_GITHUB_SECRET=')
    expect(text).not.toContain('AUTH_TIKTOK_ID')
    expect(page.url()).toContain('framework=express')
    await page.context().close()
  })

  test('a link can make the choice', async () => {
    const { page } = await open('/?framework=hono&database=none&platforms=spotify')
    await expect.poll(() => page.getByRole('radio', { name: 'Hono' }).isChecked()).toBe(true)
    const text = await page.locator('main').textContent()
    expect(text).toContain("import Spotify from 'porticojs/providers/spotify'")
    expect(text).not.toContain('auth.db')
    await page.context().close()
  })

  test('the keyboard alone chooses', async () => {
    const { page } = await open('/')
    await page.getByRole('radio', { name: 'Next.js' }).focus()
    await page.keyboard.press('ArrowDown')
    const focused = () =>
      page.evaluate(() => Object(document.activeElement).value as string | undefined)
    const framework = await focused()
    expect(framework).not.toBe('next')
    await expect.poll(() => page.url()).toContain(`framework=${framework}`)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('sqlite')
    await page.context().close()
  })

  test.each(['/', '/configuration.html', '/providers/index.html', '/errors.html'])(
    '%s asks nobody else, and nothing moves while it loads',
    async (path) => {
      for (const width of [1280, 390]) {
        const { page, requests } = await open(path, { width })
        expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
        expect(await shift(page), `${path} at ${width}`).toBeLessThan(0.005)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${path} at ${width} is too wide`).toBe(0)
        await page.context().close()
      }
    },
  )

  test.each(['/', '/tasks/role.html', '/errors.html', '/providers/index.html', '/why/state.html'])(
    'axe finds nothing on %s',
    async (path) => {
      for (const width of [1280, 390]) {
        const { page } = await open(path, { width })
        await page.addScriptTag({ content: readFileSync(axe, 'utf8') })
        const found = await page.evaluate(() =>
          Object(window)
            .axe.run()
            .then((result: AxeResults) =>
              result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
            ),
        )
        expect(found, `${path} at ${width}`).toEqual([])
        await page.context().close()
      }
    },
  )

  test('the search is opened, asked and followed by the keyboard alone', async () => {
    const { page, requests } = await open('/errors.html')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').or(page.locator('#localsearch-input')).first().waitFor()
    await page.keyboard.type('role in session')
    await page.locator('.result.selected').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks/role.html*')
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
    await page.context().close()
  })

  test.each([true, false])('tabs of a task show one framework (scripts: %s)', async (scripts) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts })
    const page = await context.newPage()
    await page.goto(`${origin}/tasks/protect-a-page.html`, { waitUntil: 'load' })
    const shown = () => page.locator('.vp-code-group .blocks > div:visible').allTextContents()
    expect(await shown()).toEqual([expect.stringContaining('app/dashboard/page.tsx')])
    await page.getByText('SvelteKit', { exact: true }).first().click()
    await expect
      .poll(shown)
      .toEqual([expect.stringContaining('src/routes/dashboard/+page.server.ts')])
    await context.close()
  })

  test('the catalogue finds a platform by a part of its name', async () => {
    const { page } = await open('/providers/index.html')
    await page.getByRole('searchbox', { name: 'Find a platform' }).fill('linked in')
    await expect.poll(() => page.locator('.platforms li').count()).toBe(1)
    await page.context().close()
  })
})

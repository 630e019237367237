import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { built, builtPages } from './site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** SITE_PAGES=all looks at every page. Otherwise every eighth is looked at, and those that are like no other. */
const looksAtAll = process.env.SITE_PAGES === 'all'
const alone =
  /^(?:index|404|reference|errors|glossary|(?:tasks|providers|frameworks)\/index|tasks\/protect-a-page)\.html$/

const paths = [...builtPages().keys()].filter(
  (path, n) => looksAtAll || alone.test(path) || n % 8 === 0,
)

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** What axe finds on an open page. */
const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object(window)
      .axe.run({ resultTypes: ['violations'] })
      .then((result: AxeResults) =>
        result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`),
      ),
  )

describe.runIf(haveChromium('accessibility of the documentation site'))('in Chromium', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let origin: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site.test')
      try {
        response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream')
        response.end(readFileSync(join(built, decodeURIComponent(pathname))))
      } catch {
        response.writeHead(404).end()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  })

  afterAll(async () => {
    await browser.close()
    server.close()
  })

  test.each(paths)('axe finds nothing on %s, light and dark', async (path) => {
    await page.goto(`${origin}/${path}`, { waitUntil: 'networkidle' })
    // A colour that is still changing is none that anybody reads.
    await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
    await page.evaluate(axe)
    const light = await violations(page)
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    expect({ light, dark: await violations(page) }).toEqual({ light: [], dark: [] })
  })
})

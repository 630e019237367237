import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build, type InlineConfig, type PluginOption } from 'vite'
import solid from 'vite-plugin-solid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/index.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Files, type Place, questions, serve } from './place.ts'

interface Framework {
  folder: string
  extension: string
  plugins: PluginOption[]
  alias?: Record<string, string>
  /** Whether it takes a promise of a session as well. */
  promises?: boolean
  /** True if its page passes on another session, which the server loaded later. */
  follows?: boolean
}

const folderOf = createRequire(import.meta.url).resolve
const react18 = {
  'react-dom': join(folderOf('react-dom18/package.json'), '..'),
  react: join(folderOf('react18/package.json'), '..'),
}

const frameworks: Record<string, Framework> = {
  'React 19': { folder: 'react', extension: 'tsx', plugins: [], promises: true },
  'React 18': { folder: 'react', extension: 'tsx', plugins: [], promises: true, alias: react18 },
  Vue: { folder: 'vue', extension: 'ts', plugins: [vue()] },
  Svelte: {
    folder: 'svelte',
    extension: 'ts',
    plugins: [svelte({ configFile: false })],
    follows: true,
  },
  Solid: { folder: 'solid', extension: 'jsx', plugins: [solid({ ssr: true })], follows: true },
}

type Render = (session: Session | null | undefined, promised: boolean) => Promise<string> | string

/** The page's script and its server half, built for development, in which frameworks warn. */
async function buildPage({ folder, extension, plugins, alias }: Framework) {
  const root = join(import.meta.dirname, 'pages', folder)
  const out = mkdtempSync(join(import.meta.dirname, '../../node_modules/.portico-page-'))
  const config: InlineConfig = {
    root,
    plugins,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    resolve: { ...(alias && { alias }), dedupe: ['solid-js', 'svelte', 'vue'] },
    define: { 'process.env.NODE_ENV': '"development"' },
  }
  const entry = (name: string) => ({ [name]: join(root, `${name}.${extension}`) })
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
  const options = { minify: false, emptyOutDir: false } as const
  await build({
    ...config,
    build: {
      ...options,
      outDir: join(out, 'page'),
      rollupOptions: { input: entry('page'), output },
    },
  })
  await build({
    ...config,
    ssr: { noExternal: true },
    build: {
      ...options,
      ssr: true,
      outDir: join(out, 'server'),
      rollupOptions: { input: entry('server'), output },
    },
  })
  const pages = join(out, 'page')
  const files: Files = new Map(
    readdirSync(pages).map((name) => [`/${name}`, readFileSync(join(pages, name), 'utf8')]),
  )
  const server: { render: Render; head?: string } = await import(join(out, 'server', 'server.js'))
  rmSync(out, { recursive: true })
  return { files, server }
}

/** Marks the document as soon as the client listens for the person's return. Runs in the page. */
function markWhenListening(): void {
  const listen = globalThis.addEventListener
  globalThis.addEventListener = (
    name: string,
    ...more: [EventListenerOrEventListenerObject, (boolean | AddEventListenerOptions)?]
  ) => {
    listen(name, ...more)
    if (name === 'visibilitychange') document.documentElement.dataset.listening = ''
  }
}

const run = haveChromium('the bindings of the client in their frameworks')

describe.runIf(run).each(Object.entries(frameworks))('%s', (_, framework) => {
  let browser: Browser
  let context: BrowserContext
  let place: Place
  let render: Render
  const complaints: string[] = []

  beforeAll(async () => {
    const { files, server } = await buildPage(framework)
    render = server.render
    browser = await launch()
    place = await serve((request) => pageDocument(request, server.head), files)
  })
  afterAll(async () => {
    await browser?.close()
    await place?.close()
  })
  afterEach(() => context?.close())

  /** The document of a page: rendered with the session, with a promise of it, or without it. */
  async function pageDocument(request: IncomingMessage, head = ''): Promise<string> {
    const path = request.url ?? '/'
    const session = path === '/plain' ? undefined : await place.auth.session(request)
    const promised = path === '/promised'
    const data = JSON.stringify({ session, promised })
    return `${head}<body><div id="root">${await render(session, promised)}</div>
      <script id="data" type="application/json">${data}</script>
      <script type="module" src="/page.js"></script>`
  }

  /** What a browser without scripts shows, and the page that it becomes with them. */
  async function visit(path: string, name?: string): Promise<{ first: string[]; page: Page }> {
    context = await browser.newContext()
    complaints.length = 0
    place.asked.length = 0
    if (name) {
      await context.request.post(`${place.origin}/api/auth/callback/credentials`, {
        headers: { origin: place.origin },
        form: { name, password: 'lovelace' },
      })
    }
    const markup = await (await context.request.get(place.origin + path)).text()
    const first = [...markup.matchAll(/<output[^>]*>(.*?)<\/output>/g)].map(([, text = '']) =>
      text.replace(/<!--.*?-->/g, ''),
    )
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => void complaints.push(String(error)))
    await page.addInitScript(markWhenListening)
    await page.goto(place.origin + path)
    // Frameworks subscribe a while after their script has come.
    await page.locator('html[data-listening]').waitFor()
    await page.waitForLoadState('networkidle')
    return { first, page }
  }

  const shown = (page: Page) => page.locator('output').allTextContents()

  const paths = framework.promises ? ['/', '/promised'] : ['/']
  test.each(
    paths.flatMap(
      (path) =>
        [
          [path, 'ada'],
          [path, undefined],
        ] as const,
    ),
  )(
    'a page rendered at %s for %s shows the same before and after, and asks nobody',
    async (path, name) => {
      const { first, page } = await visit(path, name)
      const text = name ?? 'nobody'
      expect(first).toEqual([text, text])
      expect(await shown(page)).toEqual([text, text])
      for (let n = 0; n < 8; n++) {
        await page.getByRole('button').click()
        await page.waitForFunction(
          (count) => document.querySelectorAll('output').length === count,
          n % 2 ? 2 : 1,
        )
      }
      expect(await shown(page)).toEqual([text, text])
      expect(questions(place)).toBe(0)
      expect(complaints).toEqual([])
    },
  )

  test('a page rendered without a session asks once for all of it', async () => {
    const { first, page } = await visit('/plain', 'ada')
    expect(first).toEqual(['…', '…'])
    await page.getByText('ada').first().waitFor()
    expect(await shown(page)).toEqual(['ada', 'ada'])
    expect(questions(place)).toBe(1)
    expect(complaints).toEqual([])
  })

  if (framework.follows)
    test('a page that is loaded again, as after an action, shows the session that it brings', async () => {
      const { page } = await visit('/', 'ada')
      const load = (session: object | null) =>
        page.evaluate(
          (detail) => globalThis.dispatchEvent(new CustomEvent('load-again', { detail })),
          session,
        )
      await load(null)
      await expect.poll(() => shown(page)).toEqual(['nobody', 'nobody'])
      await load({ user: { id: '2', name: 'grace' } })
      await expect.poll(() => shown(page)).toEqual(['grace', 'grace'])
      expect(questions(place)).toBe(0)
      expect(complaints).toEqual([])
    })

  test('a sign-out elsewhere is shown when the person comes back', async () => {
    const { page } = await visit('/', 'ada')
    await context.request.post(`${place.origin}/api/auth/signout`, {
      headers: { origin: place.origin },
    })
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await page.getByText('nobody').first().waitFor()
    expect(await shown(page)).toEqual(['nobody', 'nobody'])
    expect(questions(place)).toBe(1)
    expect(complaints).toEqual([])
  })
})

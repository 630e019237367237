import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { environment, freePort, type Program, run, start } from './process.ts'

/** How a framework's development server is told its port, where PORT is not enough. */
const frameworks: Record<string, (port: string) => string[]> = {
  express: () => [],
  hono: () => [],
  next: (port) => ['--port', port],
  sveltekit: (port) => ['--port', port, '--host', '127.0.0.1'],
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** An empty folder in which somebody types. */
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-from-nothing-'))
  folders.push(folder)
  const type = async (...command: string[]) => {
    const { code, output } = await run(command, { cwd: folder, env: environment() })
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`)
    return output
  }
  return { folder, type }
}

const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** What `npm i porticojs && npx porticojs init` leaves behind, with everything installed. */
async function begin(framework: string) {
  const { folder, type } = newFolder()
  const tools = newFolder()
  await tools.type('npm', 'install', ...quietly, inject('tarball'))
  const portico = join(tools.folder, 'node_modules/porticojs/dist/cli/main.js')
  const options = [
    '--framework',
    framework,
    '--providers',
    'tiktok,google,email',
    '--yes',
    '--json',
  ]
  const { start } = JSON.parse(await type(process.execPath, portico, 'init', ...options))
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.dependencies.porticojs = `file:${inject('tarball')}`
  writeFileSync(file, JSON.stringify(manifest))
  await type('npm', 'install', ...quietly)
  return { folder, start: String(start).split(' ') }
}

/** Starts it, with nothing in its environment but where to listen. */
async function develop(framework: string, folder: string, command: string[]) {
  const port = String(await freePort())
  const options = frameworks[framework]?.(port) ?? []
  const behind = command[0] === 'npm' && options.length > 0 ? ['--'] : []
  return served(folder, [...command, ...behind, ...options], { PORT: port }, port)
}

async function served(
  folder: string,
  command: string[],
  env: Record<string, string>,
  port: string,
) {
  const program = start(command, { cwd: folder, env: environment(env) })
  onTestFinished(() => program.stop())
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => answers(url), { timeout: 180_000 }).toBe(true)
  return { url, program }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/auth/csrf`).then(
    () => true,
    () => false,
  )
}

async function signIn(page: Page, url: string, platform: string): Promise<void> {
  await page.goto(`${url}/api/auth/signin`)
  await page.getByRole('button', { name: new RegExp(platform) }).click()
  await page.getByRole('radio', { name: /^Ada/ }).check()
  await page.getByRole('button', { name: /^Allow/ }).click()
  await page.getByText(/Hello Ada/).waitFor()
}

async function signInByCode(page: Page, url: string, { said }: Program): Promise<void> {
  await page.goto(`${url}/api/auth/signin`)
  await page.getByRole('textbox', { name: /email/i }).fill('grace@example.com')
  await page.getByRole('textbox', { name: /email/i }).press('Enter')
  const code = page.getByRole('textbox', { name: /code/i })
  await code.waitFor()
  const [inbox = ''] = /http\S+\/inbox/.exec(said()) ?? []
  const mails = await (await fetch(inbox, { headers: { accept: 'application/json' } })).json()
  await code.fill(/\b\d{3} \d{3}\b/.exec(mails[0].text)?.[0] ?? '')
  await code.press('Enter')
  await page.getByText(/Hello grace@example\.com/).waitFor()
}

describe.runIf(haveChromium('from nothing to signed in')).each(Object.keys(frameworks))(
  '%s',
  (framework) => {
    test('from an empty folder to somebody signed in, without a key or an account', async () => {
      const { folder, start } = await begin(framework)
      const installed = performance.now()
      const { url, program } = await develop(framework, folder, start)
      const browser: Browser = await launch()
      onTestFinished(() => browser.close())
      for (const platform of ['TikTok', 'Google']) {
        const context = await browser.newContext()
        await signIn(await context.newPage(), url, platform)
        if (platform === 'TikTok') {
          const seconds = ((performance.now() - installed) / 1000).toFixed(1)
          console.log(`${framework}: signed in ${seconds} s after npm install`)
        }
      }
      await signInByCode(await (await browser.newContext()).newPage(), url, program)
      // Next evaluates an application several times, and in other processes too.
      expect(program.said().match(/have no keys, so the emulator/g)).toHaveLength(1)
      await program.stop()
      await expectRefusal(framework, folder)
      // It installs, develops, builds and serves.
    }, 600_000)
  },
)

/** How each is started in production, and what has to be built before. */
const production: Record<string, { build?: true; commands: (port: string) => string[][] }> = {
  express: { commands: () => [['node', 'server.ts']] },
  hono: { commands: () => [['node', 'server.ts']] },
  next: { build: true, commands: (port) => [['npx', 'next', 'start', '--port', port]] },
  sveltekit: {
    build: true,
    commands: (port) => [
      ['node', 'build'],
      ['npx', 'vite', 'preview', '--port', port, '--host', '127.0.0.1'],
    ],
  },
}

/** The same application in production: nothing is made up, whichever way it is started. */
async function expectRefusal(framework: string, folder: string): Promise<void> {
  const { build, commands } = production[framework] ?? { commands: () => [] }
  const place = { cwd: folder, env: environment() }
  if (build) expect((await run(['npm', 'run', 'build'], place)).code).toBe(0)
  const port = String(await freePort())
  for (const command of commands(port)) {
    for (const env of [{ NODE_ENV: 'production' }, {}]) {
      const { url, program } = await served(folder, command, { PORT: port, ...env }, port)
      expect((await fetch(`${url}/api/auth/signin`)).status).toBe(500)
      const portico = join(folder, 'node_modules/porticojs/dist/cli/main.js')
      const typed = [process.execPath, portico, 'sign-in', '--url', url]
      expect((await run(typed, place)).code).toBe(1)
      await program.stop()
    }
  }
}

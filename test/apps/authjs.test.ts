import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { environment, freePort, type Program, run, start } from './process.ts'

/** An application that was written for Auth.js. */
interface Theirs {
  /** The folder below `authjs/`. */
  name: string
  /** Where its routes are. */
  basePath: string
  /** What its owner has in the environment. */
  env: Record<string, string>
  /** The cookie that Auth.js keeps the session in. */
  cookie: string
  isBuilt: boolean
  /** What its owner changes besides, by file: a text and what to write for it. */
  byHand?: Record<string, [string, string]>
}

const strong = 'q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi'
const github = { AUTH_GITHUB_ID: 'x', AUTH_GITHUB_SECRET: 'y' }

const applications: Theirs[] = [
  {
    name: 'express',
    basePath: '/auth',
    env: { AUTH_SECRET: 'my-little-secret', ...github },
    cookie: 'authjs.session-token',
    isBuilt: false,
  },
  {
    name: 'next-5',
    basePath: '/api/auth',
    env: {
      AUTH_SECRET: strong,
      AUTH_TRUST_HOST: 'true',
      ...github,
      AUTH_GOOGLE_ID: 'x',
      AUTH_GOOGLE_SECRET: 'y',
    },
    cookie: 'authjs.session-token',
    isBuilt: true,
  },
  {
    name: 'next-4',
    basePath: '/api/auth',
    env: {
      NEXTAUTH_SECRET: 'my-little-secret',
      GITHUB_ID: 'x',
      GITHUB_SECRET: 'y',
      EMAIL_SERVER: 'smtp://127.0.0.1:2525',
      EMAIL_FROM: 'hello@app.example',
    },
    cookie: 'next-auth.session-token',
    isBuilt: true,
    // What was typed is of an unknown type here, and a user need not have an address.
    byHand: {
      'pages/api/auth/[...nextauth].ts': [
        'name: credentials.name }',
        'name: String(credentials.name) }',
      ],
      'lib/adapter.ts': ['user.email,', 'user.email ?? null,'],
    },
  },
]

const chromium = haveChromium('Auth.js')

/** A framework may build for minutes on a busy machine. */
const building = 600_000

describe.skipIf(!chromium).each(applications)('$name, written for Auth.js', (app) => {
  const folder = mkdtempSync(join(tmpdir(), `portico-${app.name}-`))
  let url: string
  let port: number
  let browser: Browser
  let person: BrowserContext
  let running: Program | undefined

  const command = async (...words: string[]) => {
    const { code, output } = await run(words, { cwd: folder, env: environment() })
    expect(code, `${words.join(' ')}: ${output}`).toBe(0)
    return output
  }

  /** Builds and starts the application as it is now, at the same address as before. */
  const serve = async () => {
    if (app.isBuilt) await command('npm', 'run', 'build')
    const env = environment({ PORT: String(port), NODE_ENV: 'production', ...readEnv(folder) })
    running = start(['npm', 'start'], { cwd: folder, env })
    const answers = () =>
      fetch(url).then(
        ({ status }) => status < 500,
        () => false,
      )
    await expect.poll(answers, { timeout: 60_000 }).toBe(true)
  }

  const heading = async (path = '/') => {
    const page = await person.newPage()
    await page.goto(url + path)
    const greeting = page.getByRole('heading', { level: 1, name: /^Hello/ })
    const text = await greeting.textContent()
    await page.close()
    return text
  }

  const cookies = async () => (await person.cookies()).map(({ name }) => name)

  beforeAll(async () => {
    port = await freePort()
    url = `http://localhost:${port}`
    cpSync(join(import.meta.dirname, 'authjs', app.name), folder, { recursive: true })
    const own = app.name === 'next-4' ? { NEXTAUTH_URL: url } : { AUTH_URL: url + app.basePath }
    writeEnv(folder, { ...app.env, ...own })
    await command('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
    browser = await launch()
    person = await browser.newContext()
  })

  afterAll(async () => {
    await running?.stop()
    await browser?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('somebody signs in with the real Auth.js', { timeout: building }, async () => {
    await serve()
    const page = await person.newPage()
    await page.goto(`${url}${app.basePath}/signin?callbackUrl=${encodeURIComponent(url)}`)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    expect(await cookies()).toContain(app.cookie)
    await running?.stop()
  })

  test('the command moves it, and it does what the command says', {
    timeout: building,
  }, async () => {
    const tarball = inject('tarball')
    await command('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball)
    const moved = await command('npx', 'portico', 'migrate-from', 'authjs', '--yes', '--json')
    const { commands, done } = JSON.parse(moved.slice(moved.indexOf('{')))
    expect(done).toBe(true)
    for (const line of commands) await command(...line.split(' '))
    for (const [file, [old, next]] of Object.entries(app.byHand ?? {})) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text).toContain(old)
      writeFileSync(join(folder, file), text.replace(old, next))
    }
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies).join()).not.toMatch(/next-auth|@auth\//)
  })

  test('the same browser is still signed in, with a cookie of ours', {
    timeout: building,
  }, async () => {
    await serve()
    expect(await heading()).toBe('Hello Ada')
    const page = await person.newPage()
    await page.goto(`${url}${app.basePath}/session`)
    expect(await cookies()).toContain('portico.session')
    expect(await cookies()).not.toContain(app.cookie)
    expect(await heading()).toBe('Hello Ada')
  })

  test('and signs out', async () => {
    const page = await person.newPage()
    await page.goto(`${url}${app.basePath}/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(cookies).not.toContain('portico.session')
    expect(await heading()).toBe('Hello stranger')
  })
})

function writeEnv(folder: string, env: Record<string, string>): void {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
}

function readEnv(folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)))
}

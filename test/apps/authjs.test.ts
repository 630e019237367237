import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { environment, freePort, type Program, run, start } from './process.ts'
import { applications } from './written-for-authjs.ts'

const chromium = haveChromium('Auth.js')

/** A framework may build for minutes on a busy machine. */
const building = 600_000

describe.skipIf(!chromium).each(applications)('$name, written for Auth.js', (app) => {
  const folder = mkdtempSync(join(tmpdir(), `portico-${app.name}-`))
  let url: string
  let port: number
  let browser: Browser
  let person: BrowserContext
  /** The same person elsewhere, who does not come back before others have moved the application. */
  let elsewhere: BrowserContext
  let running: Program | undefined

  const command = async (...words: string[]) => {
    const { code, output } = await run(words, { cwd: folder, env: environment() })
    expect(code, `${words.join(' ')}: ${output}`).toBe(0)
    return output
  }

  /** Builds and starts the application as it is now, at the same address as before. */
  const serve = async () => {
    if (app.isBuilt) await command('npm', 'run', 'build')
    const own = { PORT: String(port), ORIGIN: url, NODE_ENV: 'production' }
    const env = environment({ ...own, ...readEnv(folder) })
    running = start(['npm', 'start'], { cwd: folder, env })
    const answers = () =>
      fetch(url).then(
        ({ status }) => status < 500,
        () => false,
      )
    await expect.poll(answers, { timeout: 180_000 }).toBe(true)
  }

  /** Waits until a text is there. */
  const reads = async (who: BrowserContext, path: string, text: string) => {
    const page = await who.newPage()
    await page.goto(url + path)
    await page.getByText(text).first().waitFor()
    await page.close()
  }

  const readsEverything = async (who: BrowserContext, texts = app.reads) => {
    for (const [path, text] of Object.entries(texts)) await reads(who, path, text)
  }

  /** Runs the command, and what it says is left to do. */
  const move = async () => {
    const moved = await command('npx', 'porticojs', 'migrate-from', 'authjs', '--yes', '--json')
    const { commands, done, files } = JSON.parse(moved.slice(moved.indexOf('{')))
    expect(done).toBe(true)
    for (const line of commands) await command(...line.split(' '))
    const paths: string[] = files.map(({ path }: { path: string }) => path)
    return paths.filter((path) => !path.startsWith('.env'))
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
    elsewhere = await browser.newContext()
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
    await elsewhere.addCookies(await person.cookies())
    await running?.stop()
    const packages = [inject('tarball'), inject('codemodTarball')]
    await command('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages)
  })

  const { authFile, otherShape } = app

  if (authFile) {
    test('one file is enough, as long as next-auth/react stays', {
      timeout: building,
    }, async () => {
      const written = readFileSync(join(folder, authFile), 'utf8')
      const moved = written.replaceAll(/"(next-auth(\/jwt)?)"/g, '"porticojs/$1"')
      writeFileSync(join(folder, authFile), moved)
      const env = readEnv(folder)
      const today = new Date().toISOString().slice(0, 10)
      writeEnv(folder, { ...env, AUTH_FROM_AUTHJS_SINCE: today })
      await serve()
      await readsEverything(elsewhere)
      await running?.stop()
      writeFileSync(join(folder, authFile), written)
      writeEnv(folder, env)
    })
  }

  test('the command moves it, and it does what the command says', {
    timeout: building,
  }, async () => {
    expect(await move()).toEqual(app.changed)
    for (const [file, [old, next]] of Object.entries(app.byHand ?? {})) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text).toContain(old)
      writeFileSync(join(folder, file), text.replace(old, next))
    }
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies).join()).not.toMatch(/next-auth|@auth\//)
    expect(await move()).toEqual([])
  })

  test('the same browser is still signed in, with a cookie of ours', {
    timeout: building,
  }, async () => {
    await serve()
    await readsEverything(person)
    const page = await person.newPage()
    await page.goto(`${url}${app.basePath}/session`)
    expect(await cookies()).toContain('portico.session')
    expect(await cookies()).not.toContain(app.cookie)
    await readsEverything(person)
  })

  test.each(Object.entries(app.stories ?? {}))('%s', async (_, story) => {
    const page = await person.newPage()
    const name = await story(page, url)
    const heading = page.getByRole('heading', { name })
    await heading.waitFor()
    expect(await heading.textContent()).toBe(name)
  })

  test('signs out, and reads what strangers read', async () => {
    const page = await person.newPage()
    await page.goto(`${url}${app.basePath}/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(cookies).not.toContain('portico.session')
    await readsEverything(person, app.strangersRead)
  })

  if (otherShape) {
    test(`the same with ${otherShape.name}`, { timeout: building }, async () => {
      await running?.stop()
      rmSync(join(folder, otherShape.instead), { recursive: true })
      cpSync(join(import.meta.dirname, 'authjs', otherShape.name), folder, { recursive: true })
      expect(await move()).not.toEqual([])
      await serve()
      await reads(elsewhere, '/', 'Hello Ada')
      await reads(elsewhere, '/', 'Sign out, Ada')
      const page = await elsewhere.newPage()
      await page.goto(url)
      await page.getByRole('button', { name: 'Sign out, Ada' }).click()
      await page.getByRole('button', { name: 'Sign in, unauthenticated' }).click()
      await page.getByLabel('Name').fill('Grace')
      await page.getByLabel('Name').press('Enter')
      await page.getByRole('heading', { name: 'Hello Grace' }).waitFor()
    })
  }
})

function writeEnv(folder: string, env: Record<string, string>): void {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
}

function readEnv(folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)))
}

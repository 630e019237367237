import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../client/place.ts'
import { apps } from './house.ts'

const root = resolve(import.meta.dirname, '../..')

describe.runIf(haveChromium('the terminal'))('the example for the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cli-'))
  const program = join(folder, 'acme.mjs')
  const opener = join(folder, 'browser')
  const asked = join(folder, 'address')
  let browser: Browser
  let place: Place
  let page: Page

  beforeAll(async () => {
    await build({
      entryPoints: [join(root, 'examples/native/cli/cli.ts')],
      alias: { 'porticojs/client/native': join(root, 'src/client/native.ts') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
    })
    // The system's browser of these stories: it tells us the address, and Chromium goes there.
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > ${asked}.new && mv ${asked}.new ${asked}\n`)
    chmodSync(opener, 0o755)
    browser = await launch()
    place = await serve(() => '<p>Acme', new Map(), {
      storage: memory(),
      parts: [NativeApps(apps)],
      session: { updateAge: 0 },
    })
    page = await browser.newPage({ javaScriptEnabled: false })
  })
  afterAll(async () => {
    await browser.close()
    await place.close()
    rmSync(folder, { recursive: true })
  })

  const environment = (home: string) => ({
    ...process.env,
    ACME_URL: place.origin,
    ACME_HOME: home,
    BROWSER: opener,
  })
  const acme = async (home: string, ...args: string[]) => {
    const env = environment(home)
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return stdout.trim()
  }
  /** Begins to sign in; returns the address that the browser was opened with, and what is said in the end. */
  const login = async (home: string, ...args: string[]) => {
    rmSync(asked, { force: true })
    const child = spawn(process.execPath, [program, 'login', ...args], {
      env: environment(home),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const ended = new Promise<string>((done) => child.once('close', () => done(said.trim())))
    await expect.poll(() => readText(asked)).toContain('/native-start?')
    return { address: readText(asked), ended }
  }
  const signInAtPage = async () => {
    await page.fill('[name=name]', 'ada')
    await page.fill('[name=password]', 'lovelace')
    await page.click('form button')
  }

  test.each([
    ['IPv4', []],
    ['IPv6', ['--ipv6']],
  ])(
    'signs in over %s, restarts signed in, renews its key, and says so when it was ended',
    async (name, args) => {
      const home = join(folder, name)
      expect(await acme(home)).toBe('Nobody. Run: acme login')
      const { address, ended } = await login(home, ...args)
      await page.context().clearCookies()
      await page.goto(address)
      await signInAtPage()
      await page.getByRole('heading', { name: 'Continue to Acme as Ada' }).waitFor()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('You can close this window').waitFor()
      expect(await ended).toBe('Signed in as ada')
      const file = join(home, 'session.json')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const before = readFileSync(file, 'utf8')
      expect(await acme(home)).toBe('ada')
      expect(readFileSync(file, 'utf8')).not.toBe(before)
      expect(await acme(home, 'get', '/api/auth/session')).toContain('"name":"ada"')
      // The person ends it on the account page of the browser.
      await page.goto(`${place.origin}/api/auth/account`)
      const device = page.locator('li', { hasText: 'Acme' })
      await device.getByRole('button').click()
      expect(await acme(home)).toBe('Nobody. Run: acme login')
    },
  )

  test('is nobody if the person cancels, and signs out', async () => {
    const home = join(folder, 'cancelled')
    const cancelled = await login(home)
    await page.goto(cancelled.address)
    if (await page.locator('[name=password]').count()) await signInAtPage()
    await page.getByRole('link', { name: 'Cancel' }).click()
    expect(await cancelled.ended).toBe('Nobody signed in')
    const { address, ended } = await login(home)
    await page.goto(address)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await ended).toBe('Signed in as ada')
    expect(await acme(home, 'logout')).toBe('Signed out')
    expect(await acme(home)).toBe('Nobody. Run: acme login')
  })
})

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

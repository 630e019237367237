import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'

describe.runIf(haveChromium('the demo in a browser'))('npm start, in a browser', () => {
  let demo: ChildProcess
  let browser: Browser
  let url: string
  let practice: number
  let data: string

  beforeAll(async () => {
    const port = await freePort()
    practice = await freePort()
    url = `http://localhost:${port}`
    data = await mkdtemp(join(tmpdir(), 'portico-demo-'))
    const env = {
      ...process.env,
      PORT: String(port),
      EMULATOR_PORT: String(practice),
      DEMO_DATA: `${data}/`,
      NODE_ENV: 'development',
    }
    demo = spawn(process.execPath, ['examples/demo/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      demo.stdout?.on('data', (text) => String(text).includes(url) && resolve())
      demo.on('exit', (code) => reject(new Error(`The demo ended with ${code}`)))
    })
    browser = await launch()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    demo?.removeAllListeners('exit')
    demo?.kill()
    if (data) await rm(data, { recursive: true, force: true })
  })

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  /** A person opens the demo. */
  async function visit(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 } })
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  async function toConsent(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in with TikTok' }).click()
    await page.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
  }

  async function signIn(page: Page, persona: RegExp): Promise<void> {
    await toConsent(page)
    await page.getByRole('radio', { name: persona }).check()
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.waitForURL(`${url}/`)
  }

  test('someone chooses a persona, declines one scope, and lands with name and picture', async () => {
    const page = await visit()
    await toConsent(page)
    await page.getByRole('radio', { name: /Ada/ }).check()
    await page.getByRole('checkbox', { name: /follower|stat/i }).uncheck()
    await page.getByRole('button', { name: /^Allow/ }).click()
    await page.waitForURL(`${url}/`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada')
    expect(
      await page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    const granted = await page.locator('dl').textContent()
    expect(granted).toContain('user.info.profile')
    expect(granted).not.toContain('user.info.stats')
  })

  test('the same person signs in again and is the same user', async () => {
    const first = await visit()
    await signIn(first, /Ada/)
    const second = await visit()
    await signIn(second, /Ada/)
    const id = (page: Page) => page.locator('dd code').first().textContent()
    expect(await id(second)).toBe(await id(first))
  })

  test('who signs out may be somebody else the next time', async () => {
    const page = await visit()
    await signIn(page, /Ada/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await signIn(page, /Noor/)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Noor')
  })

  test('someone who says no is back on the sign-in page and may try again', async () => {
    const page = await visit()
    await toConsent(page)
    await page.getByRole('radio', { name: /Noor/ }).check()
    await page.getByRole('button', { name: /^Deny/ }).click()
    await page.waitForURL(/error=AccessDenied/)
    expect(await page.getByRole('alert').textContent()).toContain('You were not signed in')
    await page.getByRole('button', { name: 'Sign in with TikTok' }).click()
    await page.waitForURL(/authorize/)
  })

  test('two tabs both arrive, and when one signs out the other notices', async () => {
    const first = await visit()
    const second = await first.context().newPage()
    await second.goto(url)
    await toConsent(first)
    await toConsent(second)
    for (const page of [first, second]) {
      await page.getByRole('button', { name: /^Allow/ }).click()
      await page.waitForURL(`${url}/`)
    }
    await first.bringToFront()
    await first.getByRole('button', { name: 'Sign out' }).click()
    await first.getByRole('heading', { name: 'Welcome' }).waitFor()
    await second.bringToFront()
    await second.getByRole('heading', { name: 'Welcome' }).waitFor()
  })

  test('the token is refreshed once it has expired, revoked, and is gone then', async () => {
    const page = await visit()
    await signIn(page, /Max/)
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('still valid')
    const clock = await page.context().newPage()
    await clock.goto(`http://127.0.0.1:${practice}`)
    await clock.getByRole('button', { name: '+ 1d', exact: true }).click()
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('was refreshed')
    await page.getByRole('button', { name: 'Revoke it' }).click()
    expect(await page.getByRole('status').textContent()).toContain('taken back')
    await page.getByRole('button', { name: 'Refresh the token' }).click()
    expect(await page.getByRole('status').textContent()).toContain('sign-in')
  })

  test('a magic link from the inbox signs in', async () => {
    const page = await visit()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill('grace@example.test')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    const inbox = await page.context().newPage()
    await inbox.goto(`http://127.0.0.1:${practice}/inbox`)
    await inbox
      .getByRole('link', { name: /Portico Demo/ })
      .first()
      .click()
    const link = inbox.getByRole('link', { name: /callback\/email/ }).first()
    await page.goto((await link.getAttribute('href')) ?? '')
    await page.waitForURL(`${url}/`)
    expect(await page.locator('dl').textContent()).toContain('grace@example.test')
  })

  test('a name and a password sign in; a wrong one is told so', async () => {
    const page = await visit()
    await page.getByRole('link', { name: 'Sign in' }).click()
    const submit = async (password: string) => {
      await page.getByLabel(/^Name/).fill('ada')
      await page.getByLabel(/^Password/).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await submit('byron')
    expect(await page.getByRole('alert').textContent()).toContain('did not match')
    await submit('lovelace')
    await page.waitForURL(`${url}/`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

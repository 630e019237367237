import { rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFailed,
  test,
} from 'vitest'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import { haveChromium, launch } from '../browser.ts'
import type { Application, Mode } from './application.ts'
import { type Installed, install } from './install.ts'
import { environment, run } from './process.ts'
import { answers, type Serving, serve } from './serve.ts'
import { type StoredSessions, storedSessions } from './sessions.ts'
import { stopwatch } from './stopwatch.ts'
import { lastMail, type Visitor, visitor } from './visitor.ts'

/**
 * What an example must do in every framework: installed from the packed package, type-checked, built for production, and used by
 * people in a browser; then the same with its development server.
 */
export async function story(app: Application): Promise<void> {
  const name = app.name ?? app.example
  const watch = stopwatch(name)
  const installed = haveChromium(name) ? await watch.time('install', () => install(app)) : undefined
  if (!installed) return test.skip(name)
  describe(name, () => {
    const { folder, scripts } = installed
    const { modes = ['production', 'development'] } = app
    afterAll(() => {
      watch.print()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    test('passes its own strict type check', async () => {
      await watch.time('check', () => script('check', folder))
    })

    app.besides?.(installed)

    for (const mode of modes) {
      describe(`in ${mode}`, () => {
        if (mode === 'production' && scripts.build) {
          beforeAll(() => watch.time('build', () => script('build', folder)))
        }
        people(app, installed, mode, watch.time)
      })
    }
  })
}

/** Runs a script of the example as its developers do: without any of its secrets. */
async function script(name: string, folder: string): Promise<void> {
  const { code, output } = await run(['npm', 'run', name], { cwd: folder, env: environment() })
  expect(code, output).toBe(0)
  // Building is not running: what is missing is said when somebody asks.
  expect(output).not.toContain('[portico]')
}

function people(
  app: Application,
  installed: Installed,
  mode: Mode,
  time: <T>(part: string, work: () => Promise<T>) => Promise<T>,
): void {
  let world: Emulator
  let serving: Serving
  let browser: Browser
  let stored: StoredSessions | undefined
  let close: () => Promise<void>
  const visit = (options?: BrowserContextOptions) => visitor(browser, serving.url, options)

  beforeAll(async () => {
    world = await emulator()
    const listening = await world.listen()
    close = listening.close
    serving = await time(`${mode} start`, () => serve(app, installed, mode, listening.url))
    stored = storedSessions(app, installed.folder)
    browser = await launch()
    if (mode === 'development') await warmUp(await visit())
  })

  // Where the server has stopped answering, each story ends at once instead of waiting for its pages.
  beforeEach(async () => {
    expect(await answers(serving.url)).toBe(true)
  })

  afterEach(async () => {
    onTestFailed(() => console.log(serving.said().slice(-4000)))
    for (const context of browser.contexts()) await context.close()
  })

  afterAll(async () => {
    await browser?.close()
    await serving?.stop()
    await close?.()
  })

  const tell = (title: string, work: () => Promise<void>) =>
    test(title, () => time(`${mode} story`, work))

  tell('somebody signs in with TikTok by the application’s own button, and out again', async () => {
    const ada = await visit()
    await ada.signIn('Ada')
    await ada.press('Sign out')
    await ada.reads('Hello stranger')
    expect(await ada.session()).toBeNull()
  })

  tell('somebody signs in on the sign-in page, and finds the account page', async () => {
    const noor = await visit()
    await noor.open('/')
    await noor.follow('Sign in')
    await noor.press('Continue with TikTok')
    await noor.allow('Noor')
    await noor.reads('Hello Noor')
    await noor.follow('Account')
    await noor.page.waitForURL('**/api/auth/account')
    expect(await noor.page.locator('main').textContent()).toContain('TikTok')
  })

  tell('a guarded page sends a stranger to sign in, and shows itself afterwards', async () => {
    const ada = await visit()
    await ada.open('/dashboard')
    await ada.page.waitForURL('**/api/auth/signin?**')
    await ada.press('Continue with TikTok')
    await ada.allow('Ada')
    await ada.reads('Dashboard of Ada')
    expect(new URL(ada.page.url()).pathname).toBe('/dashboard')
    await ada.open('/')
    await ada.follow('Dashboard')
    await ada.reads('Dashboard of Ada')
  })

  tell('a guarded page says nothing to a stranger, whatever is asked for', async () => {
    const stranger = await visit()
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const response = await stranger.context.request.get('/dashboard', {
        headers: { accept },
        maxRedirects: 0,
      })
      // 406: there is nothing but a page.
      expect([302, 303, 307, 401, 406]).toContain(response.status())
      expect(await response.text()).not.toContain('Dashboard of')
    }
  })

  tell('programs get the session, or 401', async () => {
    const ada = await visit()
    expect(await ada.session()).toBeNull()
    await ada.signIn('Ada')
    expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  tell('the link in an email signs in', async () => {
    const grace = await askForMail(await visit(), `link-${mode}@people.test`)
    await grace.open(lastMail(world, `link-${mode}@people.test`).link)
    // A page of ours asks once more where a mail program may have opened the link by itself.
    const confirm = grace.page.locator('main form button.main')
    if (await confirm.count()) await confirm.click()
    await grace.page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await grace.session()).toMatchObject({ user: { email: `link-${mode}@people.test` } })
  })

  tell('the code in an email signs in', async () => {
    const grace = await askForMail(await visit(), `code-${mode}@people.test`)
    await grace.page
      .locator('input[name=code]')
      .fill(lastMail(world, `code-${mode}@people.test`).code)
    await grace.page.locator('form:has(input[name=code]) button').click()
    await grace.page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await grace.session()).toMatchObject({ user: { email: `code-${mode}@people.test` } })
  })

  tell('a session is renewed when it is due, and only then', async () => {
    if (!stored) return
    const ada = await visit()
    await ada.signIn('Ada')
    expect((await ada.cookiesSetBy('/')).filter(isSession)).toEqual([])
    // What a page of the framework fetches ahead would be renewed, too. A network that is idle is nothing to wait for: a development
    // server may talk without end.
    await ada.page.goto('about:blank')
    expect(await ada.session()).not.toBeNull()
    stored.makeDue()
    expect((await ada.cookiesSetBy('/')).filter(isSession)).toHaveLength(1)
    await ada.reads('Hello Ada')
    const renewed = Date.now() + 29 * 86_400_000
    expect(stored.ends().filter((end) => end > renewed)).toHaveLength(1)
    expect((await ada.cookiesSetBy('/')).filter(isSession)).toEqual([])
  })

  tell('who signs out while a renewal is due stays signed out', async () => {
    const ada = await visit()
    await ada.signIn('Ada')
    stored?.makeDue()
    const before = stored?.ends().length ?? 0
    await ada.press('Sign out')
    await ada.reads('Hello stranger')
    expect((await ada.context.cookies()).map(({ name }) => name).filter(isSession)).toEqual([])
    expect(stored?.ends() ?? []).toHaveLength(Math.max(before - 1, 0))
    await ada.open('/')
    await ada.reads('Hello stranger')
  })

  tell('everything works without JavaScript', async () => {
    const ada = await visit({ javaScriptEnabled: false })
    await ada.signIn('Ada')
    await ada.press('Sign out')
    await ada.reads('Hello stranger')
    const noor = await visit({ javaScriptEnabled: false })
    await noor.open('/dashboard')
    await noor.press('Continue with TikTok')
    await noor.allow('Noor')
    await noor.reads('Dashboard of Noor')
  })

  tell('two tabs sign in at once, and both are signed out together', async () => {
    const ada = await visit()
    const other = await ada.context.newPage()
    for (const tab of [ada.page, other]) {
      await tab.goto('/')
      await tab.getByRole('button', { name: 'Sign in with TikTok' }).click()
      await tab.waitForURL(/authorize/)
    }
    for (const tab of [other, ada.page]) {
      await ada.allow('Ada', tab)
      await ada.reads('Hello Ada', tab)
    }
    await ada.press('Sign out')
    await ada.reads('Hello stranger')
    await other.reload()
    await ada.reads('Hello stranger', other)
  })

  if (app.bodyParser) {
    tell('a body parser behind the guard still gets the body', async () => {
      const ada = await visit()
      const data = { text: 'Grüße', list: [1, { two: null }], long: 'x'.repeat(50_000) }
      expect((await ada.context.request.post('/api/echo', { data })).status()).toBe(401)
      await ada.signIn('Ada')
      for (const due of [false, true]) {
        if (due) stored?.makeDue()
        const response = await ada.context.request.post('/api/echo', { data })
        expect(await response.json()).toEqual(data)
      }
    })
  }

  if (app.clientRouter) {
    tell('the router leads who is no longer signed in to the sign-in page and back', async () => {
      const ada = await visit()
      await ada.signIn('Ada')
      await ada.context.clearCookies()
      await ada.follow('Dashboard')
      await ada.page.waitForURL('**/api/auth/signin?**')
      await ada.press('Continue with TikTok')
      await ada.allow('Ada')
      await ada.reads('Dashboard of Ada')
    })
  }

  for (const [title, work] of Object.entries(app.stories ?? {})) tell(title, () => work(visit))

  if (mode === 'development') {
    tell(
      'an edit of the sign-in loses nobody: who is in stays, who is on the way arrives',
      async () => {
        const ada = await visit()
        await ada.signIn('Ada')
        const noor = await visit()
        await noor.open('/')
        await noor.press('Sign in with TikTok')
        await noor.page.waitForURL(/authorize/)
        for (const color of ['#123456', '#654321']) {
          await editTheme(join(installed.folder, app.authFile ?? 'auth.ts'), color)
          await expect.poll(() => signInPage(serving.url), { timeout: 180_000 }).toContain(color)
          // In a browser with the same cookies: her own page is just being reloaded by the development server.
          const again = await visit({ storageState: await ada.context.storageState() })
          await again.open('/')
          await again.reads('Hello Ada')
          await again.context.close()
        }
        await noor.allow('Noor')
        await noor.reads('Hello Noor')
      },
    )
  }
}

const isSession = (cookie: string) => /^(__Host-|__Secure-)?portico\.session(\.|$)/.test(cookie)

/** A development server prepares packages when a page first asks for them, and then reloads that page under whoever reads it. */
async function warmUp({ page, context, open }: Visitor): Promise<void> {
  for (const path of ['/', '/dashboard', '/']) {
    await open(path)
    // It may also talk without end.
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  }
  await context.close()
}

/** A visitor on the page that says to look into the mailbox. */
async function askForMail(someone: Visitor, address: string): Promise<Visitor> {
  await someone.open('/')
  await someone.follow('Sign in')
  await someone.page.locator('input[type=email]').fill(address)
  await someone.page.locator('form:has(input[type=email]) button').click()
  await someone.page.locator('input[name=code]').waitFor()
  return someone
}

/** Edits the example's `Auth({ … })` as a developer would, so that one can see it. */
async function editTheme(file: string, brandColor: string): Promise<void> {
  const text = (await readFile(file, 'utf8')).replace(/ theme: \{.*?\},/, '')
  const edited = text.replace('Auth({', `Auth({ theme: { brandColor: '${brandColor}' },`)
  if (edited === text) throw new Error(`${file} does not call Auth({ … })`)
  // Over the old text, never empty: a development server that looks in between finds all exports. Not by a second file that takes
  // its place: `node --watch` follows the first such change and no other.
  await using place = await open(file, 'r+')
  await place.write(edited, 0)
  await place.truncate(Buffer.byteLength(edited))
}

async function signInPage(url: string): Promise<string> {
  try {
    return await (await fetch(`${url}/api/auth/signin`)).text()
  } catch {
    return 'not there for a moment'
  }
}

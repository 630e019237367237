import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '../../src/index.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from './place.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/passwords.md'), 'utf8')

/** The example of the guide in a language. */
function example(language: string): string {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? ''
}

type Calls = typeof import('../../src/client/password.ts')

const ada = 'ada@people.test'
const password = 'seven old boats at noon'
const other = 'nine green lamps in fog'

describe.runIf(haveChromium('passwords on a page of one’s own'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let page: Page
  let mails: OutgoingMail[]

  beforeAll(async () => {
    browser = await launch()
    const script = `${example('tsx').replace("'use client'", '')}
      import * as calls from 'porticojs/client/password'
      import { createRoot } from 'react-dom/client'
      Object.assign(globalThis, calls)
      const root = document.getElementById('root')
      if (root) createRoot(root).render(<JoinForm />)`
    const door = resolve(import.meta.dirname, '../../src/client/password.ts')
    files = await bundle(script, { alias: { 'porticojs/client/password': door }, jsx: 'automatic' })
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    mails = []
    const pages: Record<string, string> = {
      '/join': '<body><div id="root"></div><script type="module" src="/page.js"></script>',
      '/plain': example('html'),
    }
    place = await serve(({ url = '' }) => pages[url] ?? '<title>Home</title>', files, {
      storage: memory(),
      providers: [Password({ breached: false, send: (mail) => void mails.push(mail) })],
    })
    page = await browser.newPage({ baseURL: place.origin })
  })
  afterEach(async () => {
    await page.context().close()
    await place.close()
  })

  async function nextCode(before: number): Promise<string> {
    await expect.poll(() => mails.length).toBeGreaterThan(before)
    return /\b\d{3} \d{3}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  }

  async function whoIsThere(): Promise<string | undefined> {
    const response = await page.context().request.get(`${place.origin}/api/auth/session`)
    return (await response.json())?.user.email
  }

  /** Calls a function of the door in the page, and tells what it resolves or rejects with. */
  function call(name: keyof Calls, fields: object): Promise<Record<string, string>> {
    return page.evaluate(
      ([wanted, given]) => {
        const run = Reflect.get(globalThis, wanted as string)
        return run(given).then(
          (outcome: object) => outcome,
          ({ code, reason, status }: Record<string, unknown>) => ({ code, reason, status }),
        )
      },
      [name, fields],
    )
  }

  async function joined(): Promise<void> {
    await page.goto('/join')
    const { flow } = await call('signUpWithPassword', { email: ada, password })
    await call('enterCode', { flow, code: await nextCode(0) })
    expect(await whoIsThere()).toBe(ada)
  }

  test('the form of the guide for Next signs somebody up on one page', async () => {
    await page.goto('/join')
    await page.getByLabel('Email').fill(ada)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    const code = page.getByLabel('We sent you a code')
    const right = await nextCode(0)
    await code.fill(right === '000 000' ? '111 111' : '000 000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('isn’t right')
    await code.fill(right)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/home')
    expect(await whoIsThere()).toBe(ada)
  })

  test('the plain HTML of the guide signs somebody up and in', async () => {
    await page.goto('/plain')
    const [signUp, signIn] = [page.locator('form').first(), page.locator('form').last()]
    await signUp.getByLabel('Email').fill(ada)
    await signUp.getByLabel('Password').fill(password)
    await signUp.getByRole('button').click()
    await page.waitForURL('**/check-email**')
    await page.getByLabel('Six-digit code').fill(await nextCode(0))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/home')
    await page.context().clearCookies()
    await page.goto('/plain')
    await signIn.getByLabel('Email').fill(ada)
    await signIn.getByLabel('Password').fill(password)
    await signIn.getByRole('button').click()
    await page.waitForURL('**/home')
    expect(await whoIsThere()).toBe(ada)
  })

  test('a refusal says its code and its reason', async () => {
    await joined()
    const refusals = [
      await call('signUpWithPassword', { email: ada, password: 'short' }),
      await call('signUpWithPassword', { email: 'nobody', password }),
      await call('signInWithPassword', { email: ada, password: other }),
      await call('changePassword', { current: other, password: other }),
      await call('enterCode', { flow: 'unknown', code: '123456' }),
    ]
    expect(refusals).toEqual([
      { code: 'CredentialsSignin', reason: 'password-short', status: 400 },
      { code: 'EmailInvalid', reason: undefined, status: 400 },
      { code: 'CredentialsSignin', reason: undefined, status: 401 },
      { code: 'CredentialsSignin', reason: 'password-wrong', status: 401 },
      { code: 'FlowMissing', reason: undefined, status: 400 },
    ])
    // A gateway may answer with JSON of its own, and say that all is well.
    place.fault = (_, response) => Boolean(response.end('{"status":"maintenance"}'))
    expect(await call('signInWithPassword', { email: ada, password })).toMatchObject({
      code: 'Unavailable',
    })
    await place.close()
    expect(await call('signInWithPassword', { email: ada, password })).toMatchObject({
      code: 'Offline',
    })
  })

  test('somebody forgets the password, chooses a new one, and changes that', async () => {
    await joined()
    await page.context().clearCookies()
    const { flow } = await call('forgotPassword', { email: ada })
    const sent = { flow, code: await nextCode(1), password: other }
    expect(await call('enterCode', sent)).toEqual({ url: `${place.origin}/join` })
    expect(await whoIsThere()).toBe(ada)
    const last = 'copper violins hum at dawn'
    const changed = await call('changePassword', { current: other, password: last })
    expect(changed.url).toContain('/account')
    expect(await whoIsThere()).toBe(ada)
    const { url } = await call('signInWithPassword', { email: ada, password: last })
    expect(url).toBe(`${place.origin}/join`)
  })
})

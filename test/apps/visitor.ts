import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Emulator } from '../../src/emulator/index.ts'

/** A person with a browser of their own, in front of an application. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Opens a path of the application. */
  open(path: string): Promise<void>
  /** The heading of the page once it reads so. */
  reads(heading: string, page?: Page): Promise<void>
  press(name: string): Promise<void>
  follow(name: string): Promise<void>
  /** At the practice TikTok: chooses who to be, and allows it. */
  allow(persona: string, page?: Page): Promise<void>
  /** A whole sign-in by the application's own button. */
  signIn(persona: string): Promise<void>
  /** The session as programs get it; null where they are refused. */
  session(): Promise<{ user: { name: string | null; email: string | null } } | null>
  /** The names of the cookies that the response to a page sets. */
  cookiesSetBy(path: string): Promise<string[]>
}

/** Opens a new browser window without any cookie. */
export async function visitor(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, ...options })
  // A development server compiles a page when it is first opened.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const reads = async (heading: string, at = page) => {
    await at.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const allow = async (persona: string, at = page) => {
    await at.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
    await at.getByRole('radio', { name: persona }).check()
    await at.getByRole('button', { name: /^Allow/ }).click()
  }
  const open = async (path: string) => {
    await page.goto(path).catch((error: unknown) => {
      // A development server reloads a page after an edit by itself, maybe in this very moment.
      if (!/to "(\S+)" is interrupted by another navigation to "\1"/.test(String(error)))
        throw error
    })
  }
  return {
    page,
    context,
    open,
    reads,
    press,
    allow,
    follow: (name) => page.getByRole('link', { name, exact: true }).click(),
    async signIn(persona) {
      await open('/')
      await reads('Hello stranger')
      await press('Sign in with TikTok')
      await allow(persona)
      await reads(`Hello ${persona}`)
    },
    async session() {
      const response = await context.request.get('/api/me', { headers: { accept: '*/*' } })
      if (response.status() === 200) return response.json()
      expect(response.status()).toBe(401)
      expect(await response.json()).toEqual({ error: 'SessionRequired' })
      return null
    },
    async cookiesSetBy(path) {
      const response = await page.goto(path)
      const headers = (await response?.headersArray()) ?? []
      return headers
        .filter(({ name }) => name.toLowerCase() === 'set-cookie')
        .map(({ value }) => value.slice(0, value.indexOf('=')))
    },
  }
}

/** The link and the code of the last mail to somebody. */
export function lastMail({ inbox }: Emulator, to: string): { link: string; code: string } {
  const text = inbox.messages(to).at(-1)?.text ?? ''
  return {
    link: /https?:\/\/\S+\/callback\/\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? '',
  }
}

import { atEmulator } from './at-emulator.ts'
import { createBrowser } from './browser.ts'

/** The part of Playwright's `BrowserContext` that receives the cookies. */
export interface CookieTarget {
  addCookies(cookies: SessionCookie[]): Promise<void>
}

/** A cookie as Playwright takes it. */
export interface SessionCookie {
  name: string
  value: string
  url: string
  httpOnly: boolean
  sameSite: 'Lax'
}

/** The application and the provider to sign in with. */
export interface SignInAsOptions {
  /** The application's address. Default `http://localhost:3000`. */
  url?: string
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /** The provider's id. Default: the first platform of the application. */
  provider?: string
}

/**
 * Signs a browser in as a person of the emulator, without a page: the sign-in runs over the network against your development server,
 * and the browser gets its cookies. It works only with emulated platforms.
 *
 * @example
 * await signInAs(context, 'ada')
 * await page.goto('/dashboard')
 */
export async function signInAs(
  context: CookieTarget,
  person: string,
  { url = 'http://localhost:3000', basePath = '/api/auth', provider }: SignInAsOptions = {},
): Promise<void> {
  const { origin } = new URL(url)
  const id = provider ?? (await firstPlatform(origin + basePath))
  const browser = createBrowser({
    origin,
    basePath,
    app: (request) => fetch(request, { redirect: 'manual' }),
    atPlatform: (address) => atEmulator(address, id, person),
  })
  await browser.signIn(id)
  if (!(await browser.session()))
    throw new Error(
      `${origin} did not sign ${person} in with ${id}. The application's log says why.`,
    )
  await context.addCookies(
    Array.from(browser.cookies, ([name, value]) => ({
      ...{ name, value, url: origin },
      httpOnly: true,
      sameSite: 'Lax',
    })),
  )
}

async function firstPlatform(base: string): Promise<string> {
  const response = await fetch(`${base}/providers`, { headers: { accept: 'application/json' } })
  const list: Record<string, { type: string }> = response.ok ? await response.json() : {}
  const found = Object.entries(list).find(([, { type }]) => type === 'oauth' || type === 'oidc')
  if (found) return found[0]
  throw new Error(`${base}/providers names no platform (${response.status})`)
}

// Photographs the pages for people who look at them: `node test/pages/screenshots.ts <folder> [language…]`. Each page is reached as
// visitors reach it, on a desk and on a phone, light and dark.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page as Tab } from 'playwright-core'
import { emulator } from '../../src/emulator/index.ts'
import { Auth, type AuthInstance, type Provider } from '../../src/index.ts'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import ja from '../../src/languages/ja.ts'
import Apple from '../../src/providers/apple.ts'
import Credentials from '../../src/providers/credentials.ts'
import Discord from '../../src/providers/discord.ts'
import Email from '../../src/providers/email.ts'
import Facebook from '../../src/providers/facebook.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import LinkedIn from '../../src/providers/linkedin.ts'
import Microsoft from '../../src/providers/microsoft.ts'
import Passkey from '../../src/providers/passkey.ts'
import Slack from '../../src/providers/slack.ts'
import Spotify from '../../src/providers/spotify.ts'
import TikTok from '../../src/providers/tiktok.ts'
import X from '../../src/providers/twitter.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { launch } from '../browser.ts'

const [folder = 'page-screenshots', ...wanted] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const origin = 'https://app.test'
const world = await emulator({ now: Date.UTC(2026, 5, 3, 14, 9) })
const keys = { clientId: 'picture', clientSecret: 'picture' }
const tiktok = TikTok({
  clientId: 'awpractice00000001',
  clientSecret: 'practice-secret-of-production-001',
})
const forms: Provider[] = [
  Email({
    from: 'Acme <hello@acme.example>',
    sendVerificationRequest: ({ identifier, mail }) =>
      void world.inbox.deliver({ to: identifier, ...mail }),
  }),
  Passkey,
  Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize: () => null,
  }),
]
const popular: Provider[] = [
  Google(keys),
  Apple(keys),
  tiktok,
  Microsoft(keys),
  GitHub(keys),
  Facebook(keys),
  X(keys),
  Discord(keys),
]
const four = createAuth([Google(keys), Apple(keys), tiktok, GitHub(keys), ...forms])
const eight = createAuth(popular)
const many = createAuth([...popular, LinkedIn(keys), Slack(keys), Spotify(keys), ...forms])

function createAuth(providers: Provider[]): AuthInstance {
  return Auth({
    url: origin,
    runtime: { dev: false, fetch: world.fetch, now: world.clock.now },
    secret: 'Zk3v9QmT7xW2pLr8sYd4NfHb6Jc1GaEu',
    storage: memory(),
    session: { strategy: 'database' },
    languages: [en, de, ar, ja],
    logger: { warn() {}, error() {} },
    theme: { name: 'Acme', brandColor: '#5b3df5', brandColorDark: '#8b77ff' },
    providers,
  })
}

type Visit = (tab: Tab) => Promise<unknown>
const at = (path: string) => (tab: Tab) => tab.goto(`${origin}/api/auth/${path}`)
const instagram = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Instagram 300.0'

/** Every page, and how a visitor gets there. */
const pages: Record<string, { auth?: AuthInstance; userAgent?: string; visit: Visit }> = {
  'sign-in': { visit: at('signin') },
  'sign-in-eight': { auth: eight, visit: at('signin') },
  'sign-in-many': { auth: many, visit: at('signin') },
  'sign-in-found': { auth: many, visit: at('signin?platform=s') },
  'sign-in-in-app': { userAgent: instagram, visit: at('signin') },
  'sign-in-cancelled': { visit: at('signin?error=AccessDenied&code=cancelled') },
  'sign-in-failed': { visit: failAtTikTok },
  'sign-in-wrong-password': { visit: wrongPassword },
  'check-your-email': { visit: (tab) => askForMail(tab) },
  'wrong-code': { visit: wrongCode },
  'open-elsewhere': { visit: openLinkElsewhere },
  account: { visit: (tab) => account(tab) },
  'sign-out': { visit: signOut },
  'signed-out': { visit: at('signout') },
  'not-found': { visit: at('nowhere') },
  error: { visit: at('error?error=Configuration') },
}

async function failAtTikTok(tab: Tab): Promise<void> {
  world.next({ endpoint: 'token', answer: 'cut' })
  const browser = createBrowser({
    origin,
    app: four.handler,
    now: world.clock.now,
    atPlatform: (url, choice) => world.approve(url, choice),
  })
  const answer = await browser.signIn('tiktok', { as: 'ada' })
  await copyCookies(browser.cookies, tab.context())
  await tab.goto(answer.headers.get('location') ?? '')
}

async function account(tab: Tab): Promise<void> {
  const browser = createBrowser({
    origin,
    app: four.handler,
    now: world.clock.now,
    atPlatform: (url, choice) => world.approve(url, choice),
  })
  await browser.signIn('tiktok', { as: 'ada' })
  await browser.signIn('tiktok', { as: 'noor', link: true })
  await copyCookies(browser.cookies, tab.context())
  await tab.goto(`${origin}/api/auth/account`)
}

async function signOut(tab: Tab): Promise<void> {
  await account(tab)
  await tab.goto(`${origin}/api/auth/signout`)
}

function copyCookies(cookies: ReadonlyMap<string, string>, context: BrowserContext): Promise<void> {
  return context.addCookies(
    Array.from(cookies, ([name, value]) => ({ name, value, url: origin, secure: true })),
  )
}

async function wrongPassword(tab: Tab): Promise<void> {
  await tab.goto(`${origin}/api/auth/signin`)
  const field = tab.locator('input[name=password]')
  await tab.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  await tab.locator('input[name=username]').fill('ada')
  await field.fill('wrong')
  await field.press('Enter')
  await tab.locator('[role=alert]').waitFor()
}

async function askForMail(tab: Tab): Promise<string> {
  const address = `ada${Math.random()}@example.com`
  await tab.goto(`${origin}/api/auth/signin`)
  await tab.locator('input[type=email]').first().fill(address)
  await tab.locator('input[type=email]').first().press('Enter')
  await tab.locator('input[name=code]').waitFor()
  return address
}

async function wrongCode(tab: Tab): Promise<void> {
  await askForMail(tab)
  await tab.locator('input[name=code]').fill('000000')
  await tab.locator('input[name=code]').press('Enter')
  await tab.locator('[role=alert]').waitFor()
}

async function openLinkElsewhere(tab: Tab): Promise<void> {
  const address = await askForMail(tab)
  const [mail] = world.inbox.messages(address)
  await tab.context().clearCookies()
  await tab.goto(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}

const browser = await launch()
for (const locale of wanted.length > 0 ? wanted : ['en', 'de', 'ar', 'ja']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      for (const [name, { auth = four, userAgent, visit }] of Object.entries(pages)) {
        const viewport = { width, height: width === 1280 ? 800 : 844 }
        const context = await browser.newContext({
          locale,
          colorScheme,
          viewport,
          ...(userAgent && { userAgent }),
        })
        const tab = await context.newPage()
        await tab.route('**/*', (route) => answer(auth, route))
        await visit(tab)
        const file = `${locale}-${colorScheme}-${width}-${name}.png`
        await tab.screenshot({ path: join(folder, file), fullPage: true })
        await context.close()
      }
    }
  }
}
await browser.close()

/** The application needs no port: its answers are handed to the browser, and nothing else is. */
async function answer(
  auth: AuthInstance,
  route: Parameters<Parameters<Tab['route']>[1]>[0],
): Promise<void> {
  const request = route.request()
  if (!request.url().startsWith(origin)) return route.abort()
  const response = await auth.handler(
    new Request(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
    }),
  )
  const { location, ...headers } = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie().join('\n')
  const body = Buffer.from(await response.arrayBuffer())
  await route.fulfill({
    // A browser follows a redirect to the network, where nobody is: a page that leads on comes back here.
    status: location ? 200 : response.status,
    headers: cookies ? { ...headers, 'set-cookie': cookies } : headers,
    ...(location
      ? {
          contentType: 'text/html',
          body: `<meta http-equiv="refresh" content="0;url=${location}">`,
        }
      : { body }),
  })
}

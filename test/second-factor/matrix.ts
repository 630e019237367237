import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { vi } from 'vitest'
import { getToken } from '../../src/authjs/next-auth/jwt.ts'
import NextAuth from '../../src/authjs/next-auth.ts'
import { createClient } from '../../src/client/index.ts'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import type { AuthConfig, AuthInstance, PasswordCalls } from '../../src/index.ts'
import { readForm } from '../../src/method.ts'
import { Ios } from '../../src/parts/tiktok-kits.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, idp, outside, plain } from '../attacks/stage.ts'
import { begin, end, signIn } from '../methods/ceremonies.ts'
import type { SoftKey } from '../methods/soft-key.ts'
import { finding, step } from '../methods/two-steps.ts'
import { ios } from '../native-apps/sheet.ts'
import { arrival, origin, secret } from '../setup.ts'
import { libraryCode, links } from '../tiktok/apps.ts'
import { keys, practice } from '../tiktok/practice.ts'
import { comeInByPhone, whoseKey } from './phone.ts'

/** An application, and what Ada comes in with. */
export interface Place {
  auth: AuthInstance
  config: Partial<AuthConfig>
  world: Emulator
  /** A user of the application's own, whom `authorize` knows. */
  staff: string
  /** The links that were mailed. */
  links: string[]
  /** Ada's passkey. */
  key: SoftKey
  /** What a phone shows now. */
  code(): Promise<string>
  recoveryCode: string
}

/** A way to come in, for somebody new and for somebody known. */
export interface WayIn {
  /** It leads into a native app, whose session is in a database. */
  isApp?: boolean
  providers(place: Pick<Place, 'staff' | 'links'>): AuthConfig['providers']
  world?(): Promise<Emulator>
  comeIn(place: Place, browser: TestBrowser): Promise<unknown>
}

const lenient = Passkey({ userVerification: 'preferred' })
const google = { clientId: 'one-tap', clientSecret: 'one-tap-secret' }
const phrase = 'seven old boats at noon'
const login_uri = `${base}/callback/google`
const password = ({ staff }: Pick<Place, 'staff'>) =>
  Credentials({ credentials: { name: {} }, authorize: () => ({ id: staff, name: 'Ada' }) })

/** A method of the application's own, which claims that it is two factors. */
const desk = step('desk', async (context, provider) => {
  await readForm(context)
  const found = { ...finding(provider, 'ada'), amr: ['hwk', 'mfa'] }
  return { finding: found, intent: { callbackUrl: `${origin}/` } }
})

/** Every way in that there is. */
export const waysIn: Readonly<Record<string, WayIn>> = {
  OAuth: {
    providers: () => [plain, lenient],
    comeIn: (_place, browser) => browser.signIn('plain', { as: 'ada' }),
  },
  'OpenID Connect': {
    providers: () => [idp, lenient],
    comeIn: (_place, browser) => browser.signIn('idp', { as: 'ada' }),
  },
  'One Tap': {
    providers: () => [Google({ ...google, oneTap: 'without-nonce' }), lenient],
    world: googleAlone,
    comeIn: tap,
  },
  'a mailed link': {
    providers: ({ links }) => [
      Email({ sendVerificationRequest: ({ url }) => void links.push(url) }),
      lenient,
    ],
    async comeIn({ links }, browser) {
      await browser.submit(`${base}/signin/email`, { email: 'ada@people.test' })
      await browser.visit(links.at(-1) ?? '')
    },
  },
  'a password': {
    providers: (place) => [password(place), lenient],
    comeIn: (_place, browser) => browser.submit(`${base}/callback/credentials`, { name: 'ada' }),
  },
  'a password that is stored here': {
    providers: () => [Password({ send: () => undefined }), lenient],
    async comeIn({ auth, config, staff, links }, browser) {
      if (links.length === 0) {
        links.push('none')
        const proven = { email: 'ada@people.test', emailVerified: new Date() }
        await config.storage?.updateUser?.({ id: staff, ...proven })
        await (auth as AuthInstance & PasswordCalls).passwords.set({ userId: staff }, phrase)
      }
      const form = { email: 'ada@people.test', password: phrase }
      await browser.submit(`${base}/callback/password`, form)
    },
  },
  'a password by server code': {
    providers: (place) => [password(place), lenient],
    comeIn: (_place, browser) => browser.submit('/by-server-code'),
  },
  'a password through porticojs/next-auth': {
    providers: (place) => [password(place), lenient],
    comeIn: (_place, browser) => browser.submit('/by-next-auth', { name: 'ada', json: 'true' }),
  },
  'a passkey that verified nobody': {
    providers: () => [lenient],
    async comeIn({ key }, browser) {
      if ((await signIn(browser, key, { userVerified: false })).status === 200) return
      const options = await begin(browser, 'register', { name: 'Ada' })
      await end(browser, 'register', key.create(options))
    },
  },
  'a method of the application': {
    providers: () => [desk, lenient],
    comeIn: (_place, browser) => browser.submit(`${base}/callback/desk`, {}),
  },
  'a native app, through the browser': {
    isApp: true,
    providers: () => [plain, lenient],
    comeIn: (place, browser) =>
      comeInByPhone(
        place,
        browser,
        () => browser.signIn('plain', { as: 'ada' }),
        (client) => client.signIn(),
      ),
  },
  'a native app, by an id token': {
    isApp: true,
    providers: () => [Google(google), lenient],
    world: googleAlone,
    comeIn: (place, browser) =>
      comeInByPhone(
        place,
        browser,
        () => browser.signIn('google', { as: 'ada' }),
        (client) =>
          client.signInWithIdToken('google', async ({ nonce }) => {
            const order = { client_id: ios, nonce, as: 'ada' }
            return { idToken: (await place.world.appSignIn('google', order)).id_token }
          }),
      ),
  },
  'a native app, by the code of a kit': {
    isApp: true,
    providers: () => [TikTok({ ...keys, kits: [Ios({ redirects: [links.ios] })] }), lenient],
    world: tiktokAlone,
    comeIn: (place, browser) =>
      comeInByPhone(
        place,
        browser,
        () => browser.signIn('tiktok', { as: 'ada' }),
        (client) =>
          client.signInWithCode('tiktok', 'ios', () => libraryCode(place.world, 'ios', links.ios)),
      ),
  },
}

/** The ways in that there are with sessions of a kind. */
export function waysWith(strategy: 'database' | 'cookie'): [string, WayIn][] {
  return Object.entries(waysIn).filter(([, { isApp }]) => strategy === 'database' || !isApp)
}

/** The application: the routes, a page whose server code signs in, and one that goes through `porticojs/next-auth`. */
export async function respond(place: Place, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/by-next-auth') return throughApiRoute(place, request)
  if (pathname !== '/by-server-code') return place.auth.handler(request)
  const { headers } = await place.auth.signIn(request, 'credentials', { fields: { name: 'ada' } })
  return new Response(null, { headers })
}

/** Sends a form to the API route of next-auth, as Next would. */
async function throughApiRoute(place: Place, request: Request): Promise<Response> {
  const server = createServer((req, res) => void nextAuthOf(place)(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const cookie = request.headers.get('cookie') ?? ''
    const { headers } = await fetch(`http://127.0.0.1:${port}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin, cookie },
      body: new URLSearchParams(await request.text()),
      redirect: 'manual',
    })
    return new Response(null, { headers })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** What somebody proves after it. */
export const factors: Readonly<
  Record<string, (place: Place, browser: TestBrowser) => Promise<unknown>>
> = {
  'the code of an app': async ({ code }, browser) =>
    browser.submit(`${base}/second-factor`, { code: await code() }),
  'a recovery code': ({ recoveryCode }, browser) =>
    browser.submit(`${base}/second-factor`, { code: recoveryCode }),
  'a passkey': ({ key }, browser) => signIn(browser, key),
}

/** Whoever can ask who somebody is, by the cookies of a browser or the keys of their app: the user's id, or nobody. */
export const readers: Readonly<
  Record<string, (place: Place, browser: TestBrowser) => Promise<string | undefined>>
> = {
  'GET /session': async (_place, browser) => (await browser.session())?.user.id,
  'auth.session': async ({ auth }, browser) => (await auth.session(browser))?.user.id,
  'auth.requireSession': async ({ auth }, browser) =>
    (await auth.requireSession(browser).catch(nobody))?.user.id,
  'auth.users': async ({ auth }, browser) => (await auth.users.get(browser).catch(nobody))?.id,
  'a WebSocket': async ({ auth }, browser) => {
    const headers = { cookie: cookieOf(browser), upgrade: 'websocket', origin }
    return (await auth.session({ headers }, { sameOrigin: true }))?.user.id
  },
  'the client': async (_place, browser) => {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => browser.send(new Request(url, init)))
    try {
      return (await createClient({ url: origin }).refresh()).session?.user.id
    } finally {
      vi.unstubAllGlobals()
    }
  },
  'porticojs/next-auth': async (place, browser) => {
    const req = new IncomingMessage(new Socket())
    req.headers = { cookie: cookieOf(browser), host: new URL(origin).host }
    return (await nextAuthOf(place).auth({ req, res: new ServerResponse(req) }))?.user?.id
  },
  'a token of Auth.js': async (_place, browser) => {
    const req = { headers: { cookie: cookieOf(browser) } }
    return (await getToken({ req, secret, secureCookie: true }))?.sub
  },
  'the key of a native app': whoseKey,
}

const nobody = () => undefined

function cookieOf(browser: TestBrowser): string {
  return browser.headers.get('cookie') ?? ''
}

function nextAuthOf({ config, world }: Place) {
  const { providers = [], storage, session, parts, logger } = config
  const runtime = { env: { NODE_ENV: 'test' }, now: world.clock.now, fetch: world.fetch }
  return NextAuth({
    secret,
    url: origin,
    providers,
    storage,
    session,
    parts,
    logger,
    runtime,
  } as never)
}

function googleAlone(): Promise<Emulator> {
  const app = { client_id: google.clientId, client_secret: google.clientSecret }
  const now = Date.UTC(2026, 5, 1)
  return emulator({ now, platform: 'google', apps: [{ ...app, redirect_uris: [login_uri] }] })
}

function tiktokAlone(): Promise<Emulator> {
  return emulator({ ...practice({ ios: [links.ios] }), now: Date.UTC(2026, 5, 1) })
}

/** What Google's script posts after a person chose an account. */
async function tap({ world }: Place, browser: TestBrowser): Promise<void> {
  const csrf = 'from-the-script'
  const query = { client_id: google.clientId, login_uri, g_csrf_token: csrf, as: 'ada' }
  const page = await world.fetch(
    `https://accounts.google.com/gsi/select?${new URLSearchParams(query)}`,
  )
  const request = await arrival(page)
  if (typeof request === 'string') throw new Error('Google did not post')
  const credential = String((await request.formData()).get('credential'))
  const line = `g_csrf_token=${csrf}; Path=/; Secure; SameSite=None; Max-Age=60`
  browser.take({ headers: new Headers({ 'set-cookie': line }) })
  const headers = { origin: 'https://accounts.google.com', accept: 'text/html' }
  const body = new URLSearchParams({ g_csrf_token: csrf, credential })
  const post = new Request(login_uri, { method: 'POST', headers, body })
  await browser.send(post, { crossSite: true })
}

/** The platforms of the ways in that need no world of their own. */
export function ordinaryWorld(): Promise<Emulator> {
  return outside([{ id: 'ada', name: 'Ada', email: 'ada@people.test', email_verified: true }])
}

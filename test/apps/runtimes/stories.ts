import { Auth, AuthError, type Storage } from 'porticojs'
import { emulator } from 'porticojs/emulator'
import { hashPassword, verifyPassword } from 'porticojs/passwords'
import Credentials from 'porticojs/providers/credentials'
import Resend from 'porticojs/providers/resend'
import TikTok from 'porticojs/providers/tiktok'
import { memory } from 'porticojs/storage/memory'
import { createBrowser } from 'porticojs/testing'
import type { Told } from './told.ts'

const origin = 'https://app.test'
const days = 86_400_000

/** An application on a storage, with the practice TikTok around it, and somebody's browser. */
async function setting(storage: Storage | undefined, password = '') {
  const world = await emulator({ now: Date.UTC(2030, 0, 1) })
  const auth = Auth({
    url: origin,
    secret: 'RkYw4HdNf6GcJp1Ua8Eb7Qx2LmZ0sVt9',
    providers: [
      TikTok,
      Credentials({
        authorize: async ({ secret }) =>
          (await verifyPassword(String(secret), password)) ? { id: '1', name: 'Grace' } : null,
      }),
      ...(storage ? [Resend({ from: 'Portico <hello@example.com>' })] : []),
    ],
    ...(storage && { storage }),
    runtime: {
      env: {
        AUTH_TIKTOK_ID: 'awpractice00000001',
        AUTH_TIKTOK_SECRET: 'practice-secret-of-production-001',
        AUTH_RESEND_KEY: 'a key',
      },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (new URL(request.url).host !== 'api.resend.com') return world.fetch(request)
        const { to, subject, text }: { to: string[]; subject: string; text: string } =
          await request.json()
        world.inbox.deliver({ to: String(to[0]), subject, text })
        return Response.json({ id: 'a mail' })
      },
      now: world.clock.now,
    },
    logger: { warn() {}, error() {} },
  })
  const browser = createBrowser({
    origin,
    app: auth.handler,
    now: world.clock.now,
    atPlatform: (url, choice) => world.approve(url, choice),
  })
  return { world, auth, browser }
}

function same(found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${String(found)} instead of ${String(wanted)}`)
}

async function signInAndOut(storage: Storage | undefined): Promise<void> {
  const { auth, browser } = await setting(storage)
  same((await browser.session())?.user.name, undefined)
  await browser.signIn('tiktok')
  const name = (await browser.session())?.user.name
  same(typeof name, 'string')
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request(origin, { headers: { cookie } })
  same((await auth.session(request))?.user.name, name)
  await browser.signOut()
  same(await browser.session(), null)
}

async function renewal(storage: Storage | undefined): Promise<void> {
  const { world, browser } = await setting(storage)
  await browser.signIn('tiktok')
  const before = (await browser.session())?.expires ?? ''
  world.clock.advance('480h')
  const after = (await browser.session())?.expires ?? ''
  same(Date.parse(after) - Date.parse(before) > 15 * days, true)
  world.clock.advance('480h')
  same(typeof (await browser.session())?.user.name, 'string')
}

async function credentials(algorithm?: 'argon2id' | 'scrypt'): Promise<void> {
  const password = await hashPassword('correct horse', algorithm && { algorithm })
  const { browser } = await setting(undefined, password)
  await browser.submit('/api/auth/callback/credentials', { secret: 'wrong' })
  same(await browser.session(), null)
  const page = await (await browser.visit('/api/auth/signin')).text()
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page)?.[1]
  await browser.submit('/api/auth/callback/credentials', {
    secret: 'correct horse',
    ...(csrfToken && { csrfToken }),
  })
  same((await browser.session())?.user.name, 'Grace')
}

async function email(storage: Storage): Promise<void> {
  const { world, browser } = await setting(storage)
  const address = `grace-${crypto.randomUUID()}@people.test`
  const page = new URL(await browser.start('resend', { email: address }))
  const text = world.inbox.messages(address).at(0)?.text ?? ''
  const code = /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? ''
  await browser.submit('/api/auth/callback/resend', {
    code,
    flow: page.searchParams.get('flow') ?? '',
  })
  same((await browser.session())?.user.email, address)
}

/** Tells every story. `database` is what this runtime is expected to keep people in. */
export async function tell(database: () => Storage): Promise<Told> {
  const stories: Record<string, () => Promise<void>> = {
    'sign-in and sign-out': () => signInAndOut(undefined),
    renewal: () => renewal(undefined),
    'credentials with the best algorithm': () => credentials(),
    'credentials with scrypt': () => credentials('scrypt'),
    'credentials with argon2id': () => credentials('argon2id'),
    'email in memory': () => email(memory()),
    'a look into the database': async () => same(await database().getUser?.('nobody'), null),
    'sign-in and sign-out in the database': () => signInAndOut(database()),
    'renewal in the database': () => renewal(database()),
    'email in the database': () => email(database()),
  }
  const told: Told = {}
  for (const [name, story] of Object.entries(stories)) {
    told[name] = await story().then(() => 'fine', describe)
  }
  return told
}

function describe(error: unknown): string {
  if (error instanceof AuthError) return `${error.code}: ${error.message} → ${error.hint ?? ''}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

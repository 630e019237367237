import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { AuthError, type AuthInstance } from '../../src/index.ts'
import type { Practice, Told } from './auth.ts'
import { type Links, page, type Visitor } from './page.ts'
import { pictures } from './pictures.ts'

/** The demo application: one page, two buttons of its own, and the sign-in below /api/auth. */
export function createApp(
  auth: AuthInstance,
  told: ReadonlyMap<string, Told>,
  { practice, everyStep }: { practice: Practice | undefined; everyStep: string },
): (request: Request) => Promise<Response> {
  const picture = pictures(auth, practice?.emulator ?? { fetch, clock: Date })

  const links: Links = { practice: practice?.url, everyStep }

  const home = async (request: Request, notice?: string) => {
    const visitor = await visitorOf(request, notice)
    return new Response(page(visitor, links), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
  }

  async function visitorOf(request: Request, notice?: string): Promise<Visitor | undefined> {
    const session = await auth.session(request)
    if (!session) return undefined
    const accounts = await auth.accounts.list(request)
    const account = accounts.find(({ provider }) => provider === 'tiktok')
    const image = session.user.image && (await picture(request, session.user.image))
    const alive = account?.expires && account.expires.getTime() > 0
    return {
      session,
      hasTikTok: account !== undefined,
      connected: accounts.map(({ provider }) => names[provider] ?? provider),
      notice,
      told: told.get(session.user.id) ?? {},
      image: image || undefined,
      scopes: alive ? (account.scope ?? '').split(' ').filter(Boolean) : [],
      expires: alive ? account.expires : undefined,
    }
  }

  const advice = practice
    ? 'Move the clock of the practice TikTok on by a day, then press again.'
    : 'It lives for a day.'

  async function expiryOf(request: Request): Promise<number | undefined> {
    const account = (await auth.accounts.list(request)).find(
      ({ provider }) => provider === 'tiktok',
    )
    return account?.expires?.getTime()
  }

  const actions: Record<string, (request: Request) => Promise<string>> = {
    async '/refresh'(request) {
      const before = await expiryOf(request)
      await auth.accessToken(request, 'tiktok')
      return before === (await expiryOf(request))
        ? `The token is still valid, so TikTok was not asked. ${advice}`
        : 'The token had expired and was refreshed.'
    },
    async '/revoke'(request) {
      await auth.accounts.revoke(request, 'tiktok')
      return 'The token was taken back. You stay signed in here; sign in again for a new token.'
    },
  }

  return async (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname.startsWith('/api/auth/')) return auth.handler(request)
    if (pathname === '/page.js' || isClient.test(pathname)) return script(pathname)
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
    const action = actions[pathname]
    if (!action || request.method !== 'POST') {
      return pathname === '/' ? home(request) : new Response('Not found', { status: 404 })
    }
    if (request.headers.get('origin') !== origin) return new Response('Forbidden', { status: 403 })
    return home(request, await action(request).catch(explain))
  }
}

function explain(thrown: unknown): string {
  if (thrown instanceof AuthError) return `${thrown.message}. ${thrown.hint}`
  throw thrown
}

const names: Readonly<Record<string, string>> = {
  tiktok: 'TikTok',
  google: 'Google',
  github: 'GitHub',
}

/** The files of `porticojs/client`, which a real application would bundle. */
const isClient = /^\/client\/[\w-]+\.ts$/

async function script(pathname: string): Promise<Response> {
  const path = isClient.test(pathname) ? `../../src${pathname}` : `.${pathname}`
  const source = await readFile(new URL(path, import.meta.url), 'utf8')
  const content = isClient.test(pathname) ? stripTypeScriptTypes(source) : source
  return new Response(content, { headers: { 'content-type': 'text/javascript' } })
}

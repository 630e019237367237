import { createHash, randomBytes } from 'node:crypto'
import { added, type Contestant, origin, providerIds, type Settings } from '../contestant.ts'
import { isPostgres } from '../postgres-pool.ts'
import { formPost, webApp } from '../web.ts'
import { inCookie } from './floor/in-cookie.ts'
import { inPostgres } from './floor/in-postgres.ts'
import { inSqlite } from './floor/in-sqlite.ts'
import { open, seal } from './floor/seal.ts'
import { cookieOf, maxAge, type Sessions } from './floor/sessions.ts'

/** The same work by hand, for this one application, with nothing wasted and nothing configurable. */
export const floor: Contestant = {
  name: 'Floor (by hand)',
  packages: [],
  kind: 'yardstick',
  async open(settings) {
    const sessions = await sessionsOf(settings)
    const handler = handlerOf(settings, sessions)
    return webApp(handler, {
      session: '/api/auth/session',
      start: () => formPost('/api/auth/signin/platform0'),
      read: async (request) => sessions.read(request.headers.get('cookie') ?? ''),
      readHeaders: async (headers) => sessions.read(headers.get('cookie') ?? ''),
    })
  },
}

async function sessionsOf(settings: Settings): Promise<Sessions> {
  const { database } = settings
  if (database === undefined) return inCookie(settings)
  return isPostgres(database) ? inPostgres(database) : inSqlite(database)
}

const flowName = '__Host-floor.flow'
const attributes = `; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAge}`
const headers = { 'cache-control': 'private, no-store', vary: 'Cookie, Accept' }
const jsonHeaders = { 'content-type': 'application/json', ...headers }

function handlerOf({ platform, providers, sessionCallback }: Settings, sessions: Sessions) {
  const known = new Set(providerIds(providers))
  const sessionUrl = `${origin}/api/auth/session`
  const signinUrl = `${origin}/api/auth/signin/`
  return async (request: Request): Promise<Response> => {
    const { url } = request
    const cookies = request.headers.get('cookie') ?? ''
    if (url === sessionUrl) {
      const session = await sessions.read(cookies)
      const shown = session && sessionCallback ? { ...session, ...added } : session
      return new Response(JSON.stringify(shown), { headers: jsonHeaders })
    }
    if (url.startsWith(signinUrl)) {
      const provider = url.slice(signinUrl.length)
      const ours = request.headers.get('sec-fetch-site') === 'same-origin'
      if (!ours || !known.has(provider)) return new Response(null, { status: 403 })
      return start(platform, provider, new URLSearchParams(await request.text()))
    }
    return finish(platform, new URL(url), cookies, sessions)
  }
}

function start(platform: string, provider: string, form: URLSearchParams): Response {
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const target = new URL(form.get('callbackUrl') ?? '/', origin)
  const flow = { state, verifier, target: target.origin === origin ? target.href : origin }
  const query = new URLSearchParams({
    client_id: 'client',
    response_type: 'code',
    scope: 'profile',
    redirect_uri: `${origin}/api/auth/callback/${provider}`,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return redirect(
    `${platform}/authorize?${query}`,
    `${flowName}=${seal(flow)}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600`,
  )
}

async function finish(
  platform: string,
  url: URL,
  cookies: string,
  sessions: Sessions,
): Promise<Response> {
  const flow = open(cookieOf(cookies, flowName) ?? '')
  if (flow.state !== url.searchParams.get('state')) return new Response(null, { status: 403 })
  const answer = await fetch(`${platform}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: origin + url.pathname,
      code_verifier: flow.verifier,
      client_id: 'client',
      client_secret: 'client-secret',
    }),
  })
  const tokens = await answer.json()
  const profile = await fetch(`${platform}/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const { sub: id, name, email, picture: image } = await profile.json()
  const provider = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const cookie = await sessions.issue({ id, name, email, image }, provider, tokens)
  return redirect(flow.target, ...cookie.split('; ').map((pair) => pair + attributes))
}

function redirect(location: string, ...cookies: string[]): Response {
  const response = new Response(null, { status: 303, headers: { location, ...headers } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

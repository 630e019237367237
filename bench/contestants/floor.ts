import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import {
  ballastOf,
  type Contestant,
  origin,
  providerIds,
  type Settings,
  secret,
} from '../contestant.ts'
import { formPost, webApp } from '../web.ts'

/** The same work by hand, for this one application, with nothing wasted and nothing configurable. */
export const floor: Contestant = {
  name: 'Floor (by hand)',
  packages: [],
  kind: 'yardstick',
  async open(settings) {
    const sessions = settings.database ? inDatabase(settings.database) : inCookie(settings)
    const handler = handlerOf(settings, sessions)
    return webApp(handler, {
      session: '/api/auth/session',
      start: () => formPost('/api/auth/signin/platform0'),
      read: async (request) => sessions.read(request.headers.get('cookie') ?? ''),
    })
  },
}

interface Person {
  id: string
  name: string
  email: string
  image: string
}

interface Sessions {
  read(cookies: string): { user: Person; expires: string } | null
  issue(person: Person): string
}

const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'floor', 32)))
const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')
const associated = Buffer.from(header)
const maxAge = 30 * 86_400
const attributes = `; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${maxAge}`
const names = { session: '__Host-floor.session', flow: '__Host-floor.flow' }
const headers = { 'cache-control': 'private, no-store', vary: 'Cookie, Accept' }
const jsonHeaders = { 'content-type': 'application/json', ...headers }

function seal(claims: object): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated)
  const text =
    cipher.update(JSON.stringify(claims), 'utf8', 'base64url') + cipher.final('base64url')
  return `${header}..${iv.toString('base64url')}.${text}.${cipher.getAuthTag().toString('base64url')}`
}

function open(token: string) {
  const [, , iv = '', text = '', tag = ''] = token.split('.')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
  decipher.setAAD(associated).setAuthTag(Buffer.from(tag, 'base64url'))
  const json = decipher.update(text, 'base64url')
  decipher.final()
  return JSON.parse(json.toString())
}

function cookieOf(cookies: string, name: string): string | undefined {
  const from = cookies.indexOf(`${name}=`)
  if (from === -1) return undefined
  const end = cookies.indexOf(';', from)
  return cookies.slice(from + name.length + 1, end === -1 ? undefined : end)
}

function inCookie(settings: Settings): Sessions {
  const ballast = ballastOf(settings)
  const read = (cookies: string) => {
    let token = cookieOf(cookies, names.session) ?? ''
    for (let chunk: string | undefined = '', n = 0; !token || n > 0; n++) {
      chunk = cookieOf(cookies, `${names.session}.${n}`)
      if (!chunk) break
      token += chunk
    }
    return token && open(token)
  }
  return {
    read(cookies) {
      const claims = read(cookies)
      if (!claims || claims.exp * 1000 <= Date.now()) return null
      const { sub: id, name, email, picture: image, exp } = claims
      return { user: { id, name, email, image }, expires: new Date(exp * 1000).toISOString() }
    },
    issue({ id, name, email, image }) {
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + maxAge, jti: randomUUID() }
      const token = seal({ sub: id, name, email, picture: image, ...times, ...ballast })
      if (token.length <= 3800) return `${names.session}=${token}`
      const chunks = token.match(/.{1,3800}/g) ?? []
      return chunks.map((chunk, n) => `${names.session}.${n}=${chunk}`).join('; ')
    },
  }
}

function inDatabase(file: string): Sessions {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal;
    create table users (id text primary key, name text, email text unique, image text);
    create table sessions (token text primary key, user text not null references users (id), expires text not null);`)
  const find = database.prepare(
    'select u.*, s.expires from sessions s join users u on u.id = s.user where s.token = ?',
  )
  const addUser = database.prepare('insert or ignore into users values (?, ?, ?, ?)')
  const addSession = database.prepare('insert into sessions values (?, ?, ?)')
  const hash = (value: string) => createHash('sha256').update(value).digest('base64url')
  return {
    read(cookies) {
      const token = cookieOf(cookies, names.session)
      const row = token && find.get(hash(token))
      if (!row || Date.parse(String(row.expires)) <= Date.now()) return null
      const [id, name, email, image, expires] = [
        row.id,
        row.name,
        row.email,
        row.image,
        row.expires,
      ].map(String)
      return { user: { id, name, email, image } as Person, expires: String(expires) }
    },
    issue({ id, name, email, image }) {
      const token = randomBytes(32).toString('base64url')
      addUser.run(id, name, email, image)
      addSession.run(hash(token), id, new Date(Date.now() + maxAge * 1000).toISOString())
      return `${names.session}=${token}`
    },
  }
}

function handlerOf({ platform, providers }: Settings, sessions: Sessions) {
  const known = new Set(providerIds(providers))
  const sessionUrl = `${origin}/api/auth/session`
  const signinUrl = `${origin}/api/auth/signin/`
  return async (request: Request): Promise<Response> => {
    const { url } = request
    const cookies = request.headers.get('cookie') ?? ''
    if (url === sessionUrl) {
      return new Response(JSON.stringify(sessions.read(cookies)), { headers: jsonHeaders })
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
    `${names.flow}=${seal(flow)}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600`,
  )
}

async function finish(
  platform: string,
  url: URL,
  cookies: string,
  sessions: Sessions,
): Promise<Response> {
  const flow = open(cookieOf(cookies, names.flow) ?? '')
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
  const { access_token } = await answer.json()
  const profile = await fetch(`${platform}/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const { sub: id, name, email, picture: image } = await profile.json()
  const pairs = sessions.issue({ id, name, email, image }).split('; ')
  return redirect(flow.target, ...pairs.map((pair) => pair + attributes))
}

function redirect(location: string, ...cookies: string[]): Response {
  const response = new Response(null, { status: 303, headers: { location, ...headers } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

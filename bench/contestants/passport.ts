import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import session from 'express-session'
import { Passport } from 'passport'
import OAuth2Strategy from 'passport-oauth2'
import {
  type App,
  type Contestant,
  origin,
  providerIds,
  type Settings,
  secret,
} from '../contestant.ts'
import { cookiesOf } from '../web.ts'

/**
 * Passport and express-session with its memory store, as middleware on `node:http`. Its cookie holds a signed key, not the
 * session, so nothing is decrypted. Called in process it gets node's own request and response without a socket.
 */
export const passport: Contestant = {
  name: 'Passport + express-session',
  packages: ['passport', 'passport-oauth2', 'express-session'],
  kind: 'parts',
  lacks: {
    database: 'it ships a memory store only',
    ballast: 'its cookie holds a key only',
    read: 'it reads sessions in middleware only',
  },
  async open(settings) {
    const listener = listenerOf(settings)
    const call = (path: string, cookie: string) => callOf(listener, path, cookie)
    return {
      check: async (cookie) => (await call('/session', cookie)).body,
      start: async () => (await call('/signin/platform0', '')).step,
      finish: async (url, cookie) => (await call(url.slice(origin.length), cookie)).step,
      listener,
    } satisfies App
  },
}

type Middleware = (request: never, response: never, next: (error?: unknown) => void) => void

function listenerOf({ platform, providers }: Settings): RequestListener {
  const authenticator = new Passport()
  for (const id of providerIds(providers)) authenticator.use(id, strategyOf(platform, id))
  authenticator.serializeUser((user, done) => done(null, user))
  authenticator.deserializeUser((user: Express.User, done) => done(null, user))
  const options = { session: true, keepSessionInfo: false }
  const authenticate: Middleware = (request: Express.Request & { provider: string }, ...rest) =>
    authenticator.authenticate(request.provider, options)(request, ...rest)
  const always: Middleware[] = [
    session({ secret, resave: false, saveUninitialized: false }) as Middleware,
    authenticator.session() as Middleware,
  ]
  return (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const [, route, provider] = url.pathname.split('/')
    const query = Object.fromEntries(url.searchParams)
    Object.assign(request, { query, provider, originalUrl: request.url })
    const redirect = (location: string) => response.writeHead(302, { location }).end()
    Object.assign(response, { redirect })
    const steps = route === 'session' ? always : [...always, authenticate]
    run(steps, request, response, () => {
      if (route === 'callback') redirect(origin)
      else answer(request, response)
    })
  }
}

function answer(request: IncomingMessage & { user?: unknown }, response: ServerResponse): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(200, headers).end(JSON.stringify({ user: request.user ?? null }))
}

function run(
  [first, ...rest]: Middleware[],
  request: IncomingMessage,
  response: ServerResponse,
  last: () => void,
): void {
  if (!first) {
    last()
    return
  }
  first(request as never, response as never, (error) => {
    if (error) response.writeHead(500).end(String(error))
    else run(rest, request, response, last)
  })
}

function strategyOf(platform: string, id: string): OAuth2Strategy {
  const strategy = new OAuth2Strategy(
    {
      authorizationURL: `${platform}/authorize`,
      tokenURL: `${platform}/token`,
      clientID: 'client',
      clientSecret: 'client-secret',
      callbackURL: `${origin}/callback/${id}`,
      scope: 'profile',
      state: true,
      pkce: true,
    },
    (_access: string, _refresh: string, profile: object, done: OAuth2Strategy.VerifyCallback) =>
      done(null, profile),
  )
  // Passport's strategies for platforms fetch the profile in this way.
  strategy.userProfile = (accessToken, done) =>
    Reflect.get(strategy, '_oauth2').get(
      `${platform}/userinfo`,
      accessToken,
      (error: Error | null, body: string) => {
        if (error) return done(error)
        const { sub: id, name, email, picture: image } = JSON.parse(body)
        done(null, { id, name, email, image })
      },
    )
  return strategy
}

/** Calls a listener as `node:http` would, without a socket. */
async function callOf(listener: RequestListener, path: string, cookie: string) {
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  request.url = path
  request.headers = { host: 'app.example', cookie }
  const response = new ServerResponse(request)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let written = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  response.assignSocket(sink as Socket)
  response.once('finish', () => resolve(written.slice(written.indexOf('\r\n\r\n') + 4)))
  response.once('error', reject)
  listener(request as never, response as never)
  const body = await promise
  const lines = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const location = /^location: (.*)$/im.exec(written)?.[1] ?? ''
  return { body, step: { location, cookie: cookiesOf(lines) } }
}

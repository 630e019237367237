import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as client from 'openid-client'
import { ballastOf, type Contestant, origin, type Settings, secret } from '../contestant.ts'
import { formPost, webApp } from '../web.ts'

const key = new Uint8Array(hkdfSync('sha256', secret, '', 'openid-client and jose', 32))
const callback = `${origin}/callback/platform0`

/** openid-client for OAuth, jose for the cookie, and the glue that an application writes between them. */
export const openidClientJose: Contestant = {
  name: 'openid-client + jose',
  packages: ['openid-client', 'jose'],
  kind: 'parts',
  lacks: {
    database: 'neither keeps sessions',
    ballast: 'cutting a cookie into chunks would be the application’s own code',
  },
  async open(settings) {
    const config = configurationOf(settings)
    return webApp(
      async (request) => {
        const url = new URL(request.url)
        if (url.pathname === '/session') return answer(await read(request.headers))
        if (url.href.startsWith(callback)) return finish(settings, config, request, url)
        return start(config, request)
      },
      {
        session: '/session',
        start: () => formPost('/signin/platform0'),
        read: (request) => read(request.headers),
        readHeaders: read,
      },
    )
  },
}

function configurationOf({ platform }: Settings): client.Configuration {
  const server = {
    issuer: platform,
    authorization_endpoint: `${platform}/authorize`,
    token_endpoint: `${platform}/token`,
    userinfo_endpoint: `${platform}/userinfo`,
  }
  const config = new client.Configuration(server, 'client', 'client-secret')
  client.allowInsecureRequests(config)
  return config
}

async function seal(claims: Record<string, unknown>): Promise<string> {
  const token = new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
  return token.setIssuedAt().setExpirationTime('30 days').encrypt(key)
}

async function open(headers: Headers, name: string) {
  const token = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.get('cookie') ?? '')?.[1]
  return token ? (await jwtDecrypt(token, key)).payload : undefined
}

async function read(headers: Headers) {
  const claims = await open(headers, 'session')
  return claims ? { user: claims.user, expires: new Date((claims.exp ?? 0) * 1000) } : null
}

function answer(session: unknown): Response {
  return Response.json(session, { headers: { 'cache-control': 'no-store' } })
}

async function start(config: client.Configuration, request: Request): Promise<Response> {
  await request.text()
  const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'profile',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return redirect(url.href, `flow=${await seal({ state, verifier })}`)
}

async function finish(
  settings: Settings,
  config: client.Configuration,
  request: Request,
  url: URL,
): Promise<Response> {
  const flow = await open(request.headers, 'flow')
  const tokens = await client.authorizationCodeGrant(config, url, {
    expectedState: String(flow?.state),
    pkceCodeVerifier: String(flow?.verifier),
  })
  const profile = await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)
  const { sub: id, name, email, picture: image } = profile
  const user = { id, name, email, image }
  return redirect(origin, `session=${await seal({ user, ...ballastOf(settings) })}`)
}

function redirect(location: string, cookie: string): Response {
  const attributes = '; Path=/; HttpOnly; Secure; SameSite=Lax'
  const headers = { location, 'set-cookie': cookie + attributes }
  return new Response(null, { status: 303, headers })
}

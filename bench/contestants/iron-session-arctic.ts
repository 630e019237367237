import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from 'arctic'
import { getIronSession } from 'iron-session'
import { ballastOf, type Contestant, origin, type Settings, secret } from '../contestant.ts'
import { formPost, webApp } from '../web.ts'

interface Content {
  user?: { id: string; name: string; email: string; image: string }
  flow?: { state: string; verifier: string }
  ballast?: string
}

const options = { password: secret, cookieName: 'iron', chunk: true }

/** iron-session for the cookie, arctic for OAuth, and the glue that an application writes between them. */
export const ironSessionArctic: Contestant = {
  name: 'iron-session + arctic',
  packages: ['iron-session', 'arctic'],
  kind: 'parts',
  lacks: { database: 'it keeps sessions in cookies only' },
  async open(settings) {
    const callback = `${origin}/callback/platform0`
    const client = new OAuth2Client('client', 'client-secret', callback)
    return webApp(
      async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        if (pathname === '/session') return session(request)
        if (pathname === callback.slice(origin.length)) {
          return finish(settings, client, request, searchParams)
        }
        return start(settings, client, request)
      },
      {
        session: '/session',
        start: () => formPost('/signin/platform0'),
        read,
        // It asks a request or the cookies that a framework has read; of headers, a request can be made.
        readHeaders: (headers) => read(new Request(origin, { headers })),
      },
    )
  },
}

async function read(request: Request): Promise<Content['user']> {
  return (await getIronSession<Content>(request, new Response(), options)).user
}

async function session(request: Request): Promise<Response> {
  const user = await read(request)
  return Response.json(user ? { user } : null, { headers: { 'cache-control': 'no-store' } })
}

async function start(
  { platform }: Settings,
  client: OAuth2Client,
  request: Request,
): Promise<Response> {
  await request.text()
  const [state, verifier] = [generateState(), generateCodeVerifier()]
  const endpoint = `${platform}/authorize`
  const { S256 } = CodeChallengeMethod
  const url = client.createAuthorizationURLWithPKCE(endpoint, state, S256, verifier, ['profile'])
  const response = new Response(null, { status: 303, headers: { location: url.href } })
  const session = await getIronSession<Content>(request, response, options)
  session.flow = { state, verifier }
  await session.save()
  return response
}

async function finish(
  settings: Settings,
  client: OAuth2Client,
  request: Request,
  params: URLSearchParams,
): Promise<Response> {
  const response = new Response(null, { status: 303, headers: { location: origin } })
  const session = await getIronSession<Content>(request, response, options)
  if (!session.flow || session.flow.state !== params.get('state')) {
    return new Response(null, { status: 403 })
  }
  const { verifier } = session.flow
  const endpoint = `${settings.platform}/token`
  const tokens = await client.validateAuthorizationCode(
    endpoint,
    params.get('code') ?? '',
    verifier,
  )
  const headers = { authorization: `Bearer ${tokens.accessToken()}` }
  const profile = await (await fetch(`${settings.platform}/userinfo`, { headers })).json()
  const { sub: id, name, email, picture: image } = profile
  delete session.flow
  Object.assign(session, { user: { id, name, email, image }, ...ballastOf(settings) })
  await session.save()
  return response
}

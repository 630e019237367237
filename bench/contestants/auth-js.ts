import { Auth, type AuthConfig, createActionURL } from '@auth/core'
import { getToken } from '@auth/core/jwt'
import {
  added,
  ballastOf,
  type Contestant,
  origin,
  providerIds,
  type Settings,
  secret,
} from '../contestant.ts'
import { cookiesOf, formPost, webApp } from '../web.ts'

/** Auth.js. Its csrf token is fetched once, outside of what is measured. */
export const authJs: Contestant = {
  name: 'Auth.js',
  packages: ['@auth/core'],
  kind: 'whole',
  async open(settings) {
    const config = await configOf(settings)
    const handler = (request: Request) => Auth(request, config)
    const response = await handler(new Request(`${origin}/api/auth/csrf`))
    const { csrfToken } = await response.json()
    const cookie = cookiesOf(response.headers.getSetCookie())
    const body = new URLSearchParams({ csrfToken, callbackUrl: origin }).toString()
    return webApp(handler, {
      session: '/api/auth/session',
      start: () => formPost('/api/auth/signin/platform0', body, cookie),
      // The cheapest that @auth/core offers in code: it opens the cookie and builds no session.
      read: (request) => getToken({ req: request, secret, secureCookie: true }),
      // What its own `auth()` does in a server component: a request to its session route, made of the headers.
      async readHeaders(headers) {
        const url = createActionURL('session', 'https', headers, {}, config)
        const cookie = headers.get('cookie') ?? ''
        return (await handler(new Request(url, { headers: { cookie } }))).json()
      },
    })
  },
}

async function configOf(settings: Settings): Promise<AuthConfig> {
  const { platform, providers, database } = settings
  const ballast = ballastOf(settings)
  return {
    providers: providerIds(providers).map((id) => ({
      id,
      name: id,
      type: 'oauth',
      clientId: 'client',
      clientSecret: 'client-secret',
      authorization: `${platform}/authorize?scope=profile`,
      token: `${platform}/token`,
      userinfo: `${platform}/userinfo`,
      checks: ['pkce', 'state'],
      profile: ({ sub, name, email, picture }) => ({ id: sub, name, email, image: picture }),
    })),
    secret,
    basePath: '/api/auth',
    trustHost: true,
    useSecureCookies: true,
    logger: { error: console.error, warn() {}, debug() {} },
    callbacks: {
      ...(settings.ballast > 0 && { jwt: ({ token }) => ({ ...token, ...ballast }) }),
      ...(settings.sessionCallback && { session: ({ session }) => ({ ...session, ...added }) }),
    },
    ...(database !== undefined && { adapter: await adapterOn(database) }),
  }
}

/** Who keeps nothing in a database does not load what is needed for one. */
async function adapterOn(database: string) {
  return (await import('./auth-js-adapter.ts')).adapterOn(database)
}

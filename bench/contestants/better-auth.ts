import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { genericOAuth } from 'better-auth/plugins'
import { type Contestant, origin, providerIds, type Settings, secret } from '../contestant.ts'
import { isPostgres, openPool } from '../postgres-pool.ts'
import { openFile } from '../sqlite-file.ts'
import { webApp } from '../web.ts'

/** Better Auth: without a database in its stateless mode, with an encrypted cookie. */
export const betterAuthContestant: Contestant = {
  name: 'Better Auth',
  packages: ['better-auth'],
  kind: 'whole',
  lacks: { ballast: 'its session cookie has no place for content of the application' },
  async open(settings) {
    const options = await optionsOf(settings)
    if (options.database) await (await getMigrations(options)).runMigrations()
    const auth = betterAuth(options)
    return webApp(auth.handler, {
      session: '/api/auth/get-session',
      start: () =>
        new Request(`${origin}/api/auth/sign-in/social`, {
          method: 'POST',
          body: '{"provider":"platform0","callbackURL":"/"}',
          headers: { origin, 'content-type': 'application/json' },
        }),
      read: (request) => auth.api.getSession({ headers: request.headers }),
      readHeaders: (headers) => auth.api.getSession({ headers }),
    })
  },
}

async function optionsOf({ platform, providers, database }: Settings): Promise<BetterAuthOptions> {
  const config = providerIds(providers).map((providerId) => ({
    providerId,
    clientId: 'client',
    clientSecret: 'client-secret',
    authorizationUrl: `${platform}/authorize`,
    tokenUrl: `${platform}/token`,
    userInfoUrl: `${platform}/userinfo`,
    scopes: ['profile'],
    pkce: true,
    accountSubject: ({ profile }: { profile: { sub?: unknown } }) => String(profile.sub),
  }))
  return {
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    plugins: [genericOAuth({ config })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    ...(database === undefined
      ? { session: { cookieCache: { enabled: true, strategy: 'jwe', maxAge: 30 * 86_400 } } }
      : { database: await storageOn(database) }),
  }
}

async function storageOn(address: string): Promise<BetterAuthOptions['database']> {
  return isPostgres(address) ? openPool(address) : openFile(address)
}

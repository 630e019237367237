import { DatabaseSync } from 'node:sqlite'
import { Auth, type AuthConfig } from '@auth/core'
import { getToken } from '@auth/core/jwt'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { NodeSqliteDialect } from '@better-auth/kysely-adapter/node-sqlite-dialect'
import { type Dialect, Kysely, SqliteAdapter } from 'kysely'
import {
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
    const config = configOf(settings)
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
    })
  },
}

function configOf(settings: Settings): AuthConfig {
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
    ...(settings.ballast > 0 && {
      callbacks: { jwt: ({ token }) => ({ ...token, ...ballast }) },
    }),
    ...(database !== undefined && { adapter: adapterOn(database) }),
  }
}

function adapterOn(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec(tables)
  const node = new NodeSqliteDialect({ database })
  const dialect: Dialect = {
    createDriver: () => node.createDriver(),
    createQueryCompiler: () => node.createQueryCompiler(),
    createIntrospector: (db) => node.createIntrospector(db),
    // The adapter knows SQLite by Kysely's own class, and writes dates as SQLite needs them only then.
    createAdapter: () => new SqliteAdapter(),
  }
  return KyselyAdapter(new Kysely({ dialect }) as never)
}

// https://authjs.dev/getting-started/adapters/kysely
const tables = `
  create table User (id text primary key, name text, email text unique, emailVerified text, image text);
  create table Account (id text primary key, userId text not null references User (id), type text not null,
    provider text not null, providerAccountId text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text);
  create table Session (id text primary key, userId text not null references User (id),
    sessionToken text not null unique, expires text not null);
  create table VerificationToken (identifier text not null, token text not null unique, expires text not null);
  create index account_user on Account (userId);
  create index session_user on Session (userId);`

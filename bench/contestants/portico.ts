import { toNode } from '../../dist/frameworks/node.js'
import { Auth, type AuthConfig, type AuthInstance } from '../../dist/index.js'
import type { SqlStorage } from '../../dist/storage/sql.js'
import {
  type App,
  added,
  ballastOf,
  type Contestant,
  origin,
  providerIds,
  type Settings,
  secret,
} from '../contestant.ts'
import { formPost, webApp } from '../web.ts'

/** Portico as it is shipped, behind its web handler. */
export const portico: Contestant = {
  name: 'Portico',
  packages: [],
  kind: 'portico',
  open: async (settings) => (await open(settings)).app,
}

/** The same behind `porticojs/node`. Differs only over HTTP. */
export const porticoNode: Contestant = {
  ...portico,
  name: 'Portico (porticojs/node)',
  async open(settings) {
    const { app, auth } = await open(settings)
    return { ...app, listener: toNode(auth) }
  },
}

async function storageOn(address: string): Promise<SqlStorage> {
  const { sql } = await import('../../dist/storage/sql.js')
  const storage = sql(address)
  await storage.migrate()
  return storage
}

async function open(settings: Settings): Promise<{ app: App; auth: AuthInstance }> {
  const { platform, providers, database } = settings
  const ballast = ballastOf(settings)
  const config: AuthConfig = {
    providers: providerIds(providers).map((id) => ({
      id,
      name: id,
      type: 'oauth',
      clientId: 'client',
      clientSecret: 'client-secret',
      authorization: `${platform}/authorize?scope=profile`,
      token: `${platform}/token`,
      userinfo: `${platform}/userinfo`,
    })),
    url: origin,
    secret,
    runtime: { env: {} },
    logger: { warn() {} },
    callbacks: {
      ...(settings.ballast > 0 && { jwt: ({ token }) => ({ ...token, ...ballast }) }),
      ...(settings.sessionCallback && { session: ({ session }) => ({ ...session, ...added }) }),
    },
    ...(database !== undefined && { storage: await storageOn(database) }),
  }
  const auth = Auth(config)
  const app = webApp(auth.handler, {
    session: '/api/auth/session',
    start: () => formPost('/api/auth/signin/platform0'),
    read: auth.session,
    readHeaders: auth.session,
  })
  return { app, auth }
}

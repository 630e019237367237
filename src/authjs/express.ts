import type { ExpressRequest, ExpressResponse } from '../frameworks/express.ts'
import { toExpress } from '../frameworks/express.ts'
import type { Session } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'

export type { AuthjsConfig as ExpressAuthConfig } from './config.ts'

/** A request of Express, with the path of its router and the parameters of its route's pattern. */
type Mounted = ExpressRequest & { baseUrl?: string; params?: object }

/**
 * Serves the sign-in of an Express application that was written for `@auth/express`.
 *
 * @example
 * app.use('/auth/*splat', ExpressAuth({ providers: [GitHub] }))
 */
export function ExpressAuth(
  config: Omit<AuthjsConfig, 'raw'>,
): (req: Mounted, res: ExpressResponse) => void {
  return (req, res) => toExpress(open(config, mountPath(req))).handler(req, res)
}

/** The session of a request. Pass the configuration that `ExpressAuth` has. */
export function getSession(
  req: ExpressRequest,
  config: Omit<AuthjsConfig, 'raw'>,
): Promise<Session | null> {
  return toExpress(open(config, defaultPath)).session(req)
}

const defaultPath = '/auth'

function open(config: AuthjsConfig, basePath: string) {
  return instanceOf(config, { version: 5, basePath })
}

/**
 * `/auth` of `/auth/signin/github`: the path before the wildcard of the route's pattern. Visitors choose what follows, and each base path
 * gets an engine.
 */
function mountPath({ originalUrl, baseUrl = '', params = {} }: Mounted): string {
  const [path = ''] = originalUrl.split('?')
  const open = openParts(params)
  if (open === undefined) return baseUrl || beforeAction(path)
  const parts = path.replace(/\/$/, '').split('/')
  return parts.slice(0, Math.max(0, parts.length - open)).join('/') || defaultPath
}

/** The number of segments that a wildcard matched; undefined if the pattern has none. Express 5 names wildcards, Express 4 numbers them. */
function openParts(params: object): number | undefined {
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) return value.length
    if (/^\d+$/.test(name)) return String(value).replace(/\/$/, '').split('/').length
  }
  return undefined
}

const action = /^(.+?)\/(signin|signout|callback|session|csrf|providers|error|verify-request)(\/|$)/

/** For patterns that name each segment instead of a wildcard. */
function beforeAction(path: string): string {
  return action.exec(path)?.[1] ?? defaultPath
}

import type { ExpressRequest, ExpressResponse } from '../frameworks/express.ts'
import { toExpress } from '../frameworks/express.ts'
import type { Session } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'

export type { AuthjsConfig as ExpressAuthConfig } from './config.ts'

/** Express's request, with where its handler was mounted: the path of a router, and what the parts of a pattern stand for. */
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

/** The session, read with the same configuration that `ExpressAuth` has. */
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
 * `/auth` of `/auth/signin/github`: what stands before the part that the application's pattern leaves open. Visitors choose that part,
 * and there is an engine for each path.
 */
function mountPath({ originalUrl, baseUrl = '', params = {} }: Mounted): string {
  const [path = ''] = originalUrl.split('?')
  const open = openParts(params)
  if (open === undefined) return baseUrl || beforeAction(path)
  const parts = path.replace(/\/$/, '').split('/')
  return parts.slice(0, Math.max(0, parts.length - open)).join('/') || defaultPath
}

/** The number of parts of a path that a star stands for; undefined if the pattern has none. Version 5 names it, version 4 counts. */
function openParts(params: object): number | undefined {
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) return value.length
    if (/^\d+$/.test(name)) return String(value).replace(/\/$/, '').split('/').length
  }
  return undefined
}

const action = /^(.+?)\/(signin|signout|callback|session|csrf|providers|error|verify-request)(\/|$)/

/** A pattern may name each part of the path. */
function beforeAction(path: string): string {
  return action.exec(path)?.[1] ?? defaultPath
}

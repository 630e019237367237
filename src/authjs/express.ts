import type { ExpressRequest, ExpressResponse } from '../frameworks/express.ts'
import { toExpress } from '../frameworks/express.ts'
import type { Session } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'

export type { AuthjsConfig as ExpressAuthConfig } from './config.ts'

/** Express's request, with where its handler was mounted. */
type Mounted = ExpressRequest & { baseUrl?: string }

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

/** Who sent this request? With the same configuration that `ExpressAuth` has. */
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

/** `/auth` of `/auth/signin/github`: what stands before the first word that is an action's. */
function mountPath({ originalUrl }: Mounted): string {
  const [path = ''] = originalUrl.split('?')
  return (
    /^(.+?)\/(signin|signout|callback|session|csrf|providers|error|verify-request)(\/|$)/.exec(
      path,
    )?.[1] ?? defaultPath
  )
}

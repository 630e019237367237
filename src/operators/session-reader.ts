import { type RequestSource, readHeader } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import { isSecure } from '../sessions/read-session-cookie.ts'
import { actingKey, part } from './impersonation.ts'
import type { ActingReader } from './read-impersonation.ts'

const loadReader = loadOnce(() => import('./read-impersonation.ts'))

/** Reads the sessions of operators who act as somebody else. Most requests have no such cookie. */
export function sessionReader(app: ActingReader): ReadBearer {
  return (source, demands) => {
    const cookie = readHeader(source, 'cookie') ?? ''
    const secure = isSecure(app.config, source)
    const key = actingKey(app.config, cookie, secure)
    if (key === undefined || isForOther(app, source)) return undefined
    return loadReader().then(({ readActing }) => readActing(app, { cookie, secure, key }, demands))
  }
}

/** True if another part knows a bearer of the request, which wins over every cookie, wherever the parts stand in their list. */
function isForOther(app: ActingReader, source: RequestSource): boolean {
  return app.config.parts.some(
    ({ name, sessionReader }) =>
      // Without demands a reader answers at once: null if the bearer is its own.
      name !== part &&
      (sessionReader?.(app as never) as ReadBearer | undefined)?.(source, undefined) === null,
  )
}

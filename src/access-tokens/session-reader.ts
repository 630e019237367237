import type { App } from '../app.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import type { AccessTokenSettings } from './settings.ts'

const loadReader = loadOnce(() => import('./read-token.ts'))

/** Reads sessions of access tokens. Checks only the prefix before it loads more: most requests have no such token. */
export function sessionReader(settings: AccessTokenSettings): (app: App) => ReadBearer {
  return (app) => {
    const lastUses = new Map<string, number>()
    return (source, demands) => {
      const token = sentToken(source, settings.prefix)
      if (token === undefined) return undefined
      // The request would change the user's account, which needs a person.
      if (!demands) return null
      return loadReader().then(({ readToken }) =>
        readToken({ app, settings, lastUses }, token, demands),
      )
    }
  }
}

/** RFC 6750 §2.1. A bearer token without our prefix is the application's own, or a proxy's. */
export function sentToken(source: RequestSource, prefix: string): string | undefined {
  const header = readHeader(source, 'authorization')
  const token = header && /^bearer +(.*)$/is.exec(header)?.[1]
  return token?.startsWith(prefix) ? token : undefined
}

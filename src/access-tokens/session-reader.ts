import type { App } from '../app.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import type { AccessTokenSettings } from './settings.ts'

const loadReader = loadOnce(() => import('./read-token.ts'))

/** Reads the sessions of access tokens. Only the prefix is looked at here: most requests have no token of ours. */
export function sessionReader(settings: AccessTokenSettings): (app: App) => ReadBearer {
  return (app) => {
    const lastUses = new Map<string, number>()
    return (source, demands) => {
      const token = sentToken(source, settings.prefix)
      if (token === undefined) return undefined
      // A token changes nothing that belongs to its owner.
      if (!demands) return null
      return loadReader().then(({ readToken }) =>
        readToken({ app, settings, lastUses }, token, demands),
      )
    }
  }
}

/** RFC 6750 §2.1. A bearer with another beginning is somebody else's: the application's own, or that of a proxy before it. */
export function sentToken(source: RequestSource, prefix: string): string | undefined {
  const header = readHeader(source, 'authorization')
  const token = header && /^bearer +(.*)$/is.exec(header)?.[1]
  return token?.startsWith(prefix) ? token : undefined
}

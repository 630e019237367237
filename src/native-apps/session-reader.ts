import type { App } from '../app.ts'
import { readHeader } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import { prefix } from './key-text.ts'
import type { KnownApps } from './settings.ts'

const loadReader = loadOnce(() => import('./read-key.ts'))

/** Reads the sessions of apps. Checks only the prefix before it loads more: most requests have no such key. */
export function sessionReader(apps: () => KnownApps): (app: App) => ReadBearer {
  return (app) => (source, demands) => {
    const header = readHeader(source, 'authorization')
    // RFC 6750 §2.1. A bearer token without our prefix is not ours.
    const sent = header && /^bearer +(.*)$/is.exec(header)?.[1]
    if (!sent?.startsWith(prefix)) return undefined
    // The account is changed in the browser only, which can ask the person.
    if (!demands) return null
    return loadReader().then(({ readKey }) => readKey(app, apps(), sent, demands))
  }
}

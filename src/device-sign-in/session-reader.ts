import { sentToken } from '../access-tokens/session-reader.ts'
import type { App } from '../app.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ReadBearer } from '../sessions/bearer.ts'
import type { DeviceSettings } from './settings.ts'

const loadReader = loadOnce(() => import('./read-device.ts'))

/** Reads the sessions of devices. Only the prefix is looked at here: most requests have no key of a device. */
export function sessionReader(settings: DeviceSettings): (app: App) => ReadBearer {
  return (app) => {
    const lastUses = new Map<string, number>()
    return (source, demands) => {
      const key = sentToken(source, settings.prefix)
      if (key === undefined) return undefined
      // A device changes nothing that belongs to its owner.
      if (!demands) return null
      return loadReader().then(({ readDevice }) =>
        readDevice({ app, settings, lastUses }, key, demands),
      )
    }
  }
}

import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { SessionDemands } from '../sessions/bearer.ts'
import { assertProven, provenIn } from '../sessions/proof.ts'
import { type FoundKey, findKey, inForce } from './find-key.ts'
import { parseKey } from './key-text.ts'
import { appKey } from './kinds.ts'
import type { KnownApps } from './settings.ts'

/** The session of an app's key; null if the key is not valid. Throws if the sign-in is too old or proves too little. */
export async function readKey(
  app: App,
  apps: KnownApps,
  text: string,
  { maxAge = Infinity, level = 1 }: SessionDemands,
): Promise<CurrentSession | null> {
  const key = parseKey(text)
  const found = key && (await findKey(app, apps, key))
  if (!found || found.age === 'old') return null
  if (found.age === 'next') await retire(app, found)
  await assertProven(app, provenIn(found.current), { maxAge, level })
  return found.current
}

/** Ends the previous key: the app has the successor. If the storage cannot write, the request goes on. */
async function retire(app: App, { item }: FoundKey): Promise<void> {
  try {
    await itemsOf(app, appKey).replace(item, { data: inForce(item.data, app.services.now()) })
  } catch (thrown) {
    app.services.logger.error(toAuthError(thrown))
  }
}

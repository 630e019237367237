import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { happened } from '../identity/happened.ts'
import { deleteItems, hasItems } from '../identity/item-kinds.ts'
import { itemsOf } from '../identity/items.ts'
import { waysIn } from '../identity/ways-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import { deleteGuest } from './end-guest.ts'
import { guestMark } from './kind.ts'

/** So many guests are looked at after a sign-in; the next sweep goes on behind them. */
const atOnce = 500

/** The position at which the last sweep of each application stopped. */
const positions = new WeakMap<object, string | null>()

/** Deletes some of the guests whom nobody can be any more, at most every ten minutes; no response waits for it. */
export function sweepNowAndThen(context: Context): void {
  const { services, waitUntil, config } = context
  // The request is of somebody else, whose address and browser are none of these guests'.
  const app = { config, services }
  const sweep = async () => {
    try {
      const after = positions.get(config) ?? null
      positions.set(config, (await sweepPage(app, after, atOnce)).next)
    } catch (thrown) {
      services.logger.error(toAuthError(thrown))
    }
  }
  waitUntil(services.memo('guests', 600, sweep))
}

/** Deletes all guests whose last session has ended. */
export async function sweepGuests(app: App): Promise<number> {
  let [count, after]: [number, string | null] = [0, null]
  do {
    const page = await sweepPage(app, after, atOnce)
    count += page.count
    after = page.next
  } while (after !== null)
  return count
}

async function sweepPage(
  app: App,
  after: string | null,
  limit: number,
): Promise<{ count: number; next: string | null }> {
  const storage = requireStorage(app.config)
  const { items, next } = await itemsOf(app, guestMark).list(null, { after, limit })
  let count = 0
  for (const found of items) {
    const userId = found.state === 'readable' ? found.item.userId : null
    if (userId === null || (await hasSession(app, storage, userId))) continue
    if (await deleteIfPossible(app, storage, userId)) count++
  }
  return { count, next }
}

/** Deletes one guest. Whatever of the application's own keeps one of them keeps none of the others. */
async function deleteIfPossible(app: App, storage: Storage, userId: string): Promise<boolean> {
  try {
    return await deleteAbandoned(app, storage, userId)
  } catch (cause) {
    const hint = 'A table of yours that refers to users needs `on delete cascade`; see `cause`.'
    const message = `The guest ${userId} cannot be deleted`
    app.services.logger.error(new AuthError('StorageError', message, { cause, hint }))
    return false
  }
}

/** True if a guest has a session that has not ended. */
export async function hasSession(
  { config, services }: App,
  storage: Storage,
  userId: string,
): Promise<boolean> {
  const now = services.now()
  const longest = config.session.absoluteMaxAge * 1000
  const sessions = (await storage.listSessions?.(userId)) ?? []
  return sessions.some(
    ({ expires, createdAt }) =>
      expires.getTime() > now && (createdAt?.getTime() ?? now) + longest > now,
  )
}

/** Deletes one guest, if they still are one under the lock. Whoever got a way in otherwise is a user like any other from now on. */
async function deleteAbandoned(app: App, storage: Storage, userId: string): Promise<boolean> {
  const work = async (inside: Storage) => {
    if (!(await inside.lockUser?.(userId))) return false
    const isGuest = await hasItems(inside, guestMark, userId)
    if (!isGuest || (await hasSession(app, inside, userId))) return false
    if ((await waysIn(app.config, inside, userId)).size > 0) {
      await deleteItems(inside, guestMark, userId)
      return false
    }
    await deleteGuest(app, inside, userId)
    return true
  }
  const isGone = await (storage.transaction?.(work) ?? work(storage))
  if (isGone) await happened(app, { event: 'deleteUser', userId, detail: { guest: true } })
  return isGone
}

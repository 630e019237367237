import type { App } from '../app.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { requireItems } from '../identity/item-kinds.ts'
import { loadEverything } from '../methods/load.ts'
import type { GuestConfig } from '../types/guest.ts'
import type { StoredItem } from '../types/item.ts'
import type { SqlConnection, Storage, StoredUser } from '../types/storage.ts'

/** Ends a guest in favour of whoever signed in. */
type End = <Signed extends { id: string }>(user: Signed) => Promise<Signed | StoredUser>

/**
 * Reads what a guest has, before the sign-in is written, and returns how to end the guest after it. Whoever planted the guest's cookie in
 * this browser has it too, and may have prepared something: sessions, factors, tokens and passkeys of the guest go, and only what the
 * sign-in itself brought along stays.
 */
export async function endGuest(
  app: App,
  inside: Storage,
  guest: StoredUser,
  merge: GuestConfig['merge'],
): Promise<End> {
  const { id } = guest
  const items = new Set((await allItems(inside, id)).map((item) => item.id))
  const accounts = (await inside.listAccounts?.(id)) ?? []
  const passkeys = (await inside.listAuthenticatorsByUserId?.(id)) ?? []
  return async (user) => {
    if (user.id !== id) {
      const to = (await inside.getUser?.(user.id)) ?? { emailVerified: null, ...user }
      await merge?.({ from: guest, to, connection: connectionOf(inside) })
      await deleteGuest(app, inside, id)
      return user
    }
    const { deleteItem } = requireItems(inside)
    for (const { id: item, kind, lookup } of await allItems(inside, id))
      if (items.has(item)) await deleteItem({ kind, lookup })
    for (const account of accounts) await inside.unlinkAccount?.(account)
    for (const { credentialID } of passkeys) await inside.deleteAuthenticator?.(credentialID)
    await endAllSessions(inside, id)
    return (await inside.getUser?.(id)) ?? user
  }
}

/** Deletes a guest with all that we keep of them, in a transaction that has them to itself. */
export async function deleteGuest({ config }: App, inside: Storage, id: string): Promise<void> {
  for (const [provider, code] of await loadEverything(config))
    await code.removeData?.(inside, provider, { id })
  await inside.deleteSessions?.(id)
  await inside.deleteUser?.(id)
}

async function allItems(inside: Storage, userId: string): Promise<StoredItem[]> {
  const { listItems } = requireItems(inside)
  const found: StoredItem[] = []
  let after: string | null = null
  do {
    const page = await listItems({ userId }, { after })
    found.push(...page.items)
    after = page.next
  } while (after !== null)
  return found
}

/** The application's way into our transaction, on a database in SQL. */
function connectionOf(inside: Storage): SqlConnection | undefined {
  return 'connection' in inside ? (inside.connection as SqlConnection) : undefined
}

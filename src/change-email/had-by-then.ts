import { requireItems } from '../identity/item-kinds.ts'
import { mayBeSince } from '../services/clock-slack.ts'
import type { StoredItem } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'
import type { Change } from './kinds.ts'

/** An account, as a change remembers it. */
export function accountName(account: { provider: string; providerAccountId: string }): string {
  return `${account.provider} ${account.providerAccountId}`
}

/** The ways in of a user at a moment by name, and of the items those that a later look could take for younger. */
export async function hadByThen(
  inside: Storage,
  userId: string,
  at: number,
): Promise<Pick<Change, 'accounts' | 'kept'>> {
  const accounts = (await inside.listAccounts?.(userId)) ?? []
  const passkeys = (await inside.listAuthenticatorsByUserId?.(userId)) ?? []
  const items = (await itemsOfUser(inside, userId)).filter(mayBeSince(at))
  return {
    accounts: accounts.map(accountName),
    kept: [...passkeys.map(({ credentialID }) => credentialID), ...items.map(({ id }) => id)],
  }
}

/** All items of a user, of every part. */
export async function itemsOfUser(inside: Storage, userId: string): Promise<StoredItem[]> {
  const { listItems } = requireItems(inside)
  const items: StoredItem[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listItems>> = await listItems({ userId }, { after })
    items.push(...page.items)
    after = page.next
  } while (after !== null)
  return items
}

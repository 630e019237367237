import { emit } from '../callbacks.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { announceDisplaced } from '../identity/announce.ts'
import { endAccessTokens } from '../identity/end-access-tokens.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { happened } from '../identity/happened.ts'
import { requireItems } from '../identity/item-kinds.ts'
import { assertReadable, itemsOf } from '../identity/items.ts'
import { mayBeSince } from '../services/clock-slack.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import { freeAddress } from './free-address.ts'
import { accountName, itemsOfUser } from './had-by-then.ts'
import { type Change, change } from './kinds.ts'

/**
 * Gives a user the old address back, in one transaction, and ends what somebody else may have done since: all sessions, and every way in,
 * factor, password and token that is younger than the change. What is older was the owner's.
 */
export async function restoreAddress(context: Context, lookup: string): Promise<void> {
  const { config, services, request } = context
  const storage = requireStorage(config)
  const work = async (inside: Storage) => {
    const found = await itemsOf(context, change, inside).take(lookup)
    assertReadable(found, usedUp)
    const { userId, secret } = found.item
    if (userId === null) throw usedUp()
    // Somebody else may have proven the old address since: then it stays theirs, and the new one goes all the same.
    const { isFree, displaced } = await freeAddress(inside, secret.email, userId)
    await endWhatCameSince(inside, userId, secret)
    const proven = { email: secret.email, emailVerified: new Date(services.now()) }
    const address = isFree ? proven : { email: null, emailVerified: null }
    const user = await inside.updateUser?.({ id: userId, ...address, emailVerifiedBy: null })
    if (!user) throw usedUp()
    return { user, displaced }
  }
  const { user, displaced } = await (storage.transaction?.(work) ?? work(storage))
  if (displaced) await announceDisplaced(context, request, displaced)
  await emit(services, config.events.updateUser, { user, request })
  await happened(context, { event: 'restoreEmail', userId: user.id })
}

async function endWhatCameSince(
  inside: Storage,
  userId: string,
  { at, accounts, kept = [] }: Change,
): Promise<void> {
  await endAllSessions(inside, userId)
  await endAccessTokens(inside, userId)
  const isSince = mayBeSince(at)
  const { deleteItem } = requireItems(inside)
  for (const item of await itemsOfUser(inside, userId))
    if (isSince(item) && !kept.includes(item.id))
      await deleteItem({ kind: item.kind, lookup: item.lookup })
  for (const passkey of (await inside.listAuthenticatorsByUserId?.(userId)) ?? [])
    if (isSince(passkey) && !kept.includes(passkey.credentialID))
      await inside.deleteAuthenticator?.(passkey.credentialID)
  for (const account of (await inside.listAccounts?.(userId)) ?? [])
    if (!accounts.includes(accountName(account))) await inside.unlinkAccount?.(account)
}

/** The error of a link that does not work. */
export function usedUp(): AuthError {
  return new AuthError('Verification', 'The link was used or has expired', { field: 'token' })
}

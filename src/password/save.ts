import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { endAccessTokens } from '../identity/end-access-tokens.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { itemsOf } from '../identity/items.ts'
import type { Finding } from '../methods/method.ts'
import type { Item } from '../types/item.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { mailedLink, passwordHash, username } from './kinds.ts'
import type { PasswordUse } from './resolved.ts'

/** The change to a password by a sign-in, to be told once it is certain. */
export type PasswordEvent = 'setPassword' | 'resetPassword'

/** The changes by the sign-ins that are under way. */
export const written: WeakMap<App, PasswordEvent> = new WeakMap()

/** Writes what a finding brought along, in the transaction of the sign-in. */
export async function save(
  storage: Storage,
  { methodData, provider }: Finding<PasswordUse>,
  user: Pick<StoredUser, 'id'>,
  app: App,
): Promise<void> {
  if (!methodData) return
  const inside = { storage, app, userId: user.id, provider: provider.id }
  if ('used' in methodData) await saveUse(inside, methodData)
  else if ('imported' in methodData) {
    if (methodData.username) await claimUsername(inside, methodData.username)
    await writePassword(inside, methodData.imported)
  } else if ('username' in methodData) {
    await claimUsername(inside, methodData.username)
    await writePassword(inside, methodData.hash)
  } else await saveByLink(inside, methodData)
}

/** The transaction that a password is written in, and whose it is. */
export interface Inside {
  readonly storage: Storage
  readonly app: App
  readonly userId: string
  readonly provider: string
}

/** Replaces the password of a user, or sets the first one. One that cannot be read goes as well. */
export async function writePassword(
  { storage, app, userId }: Inside,
  secret: string,
): Promise<void> {
  const passwords = itemsOf(app, passwordHash, storage)
  await passwords.delete(userId)
  await passwords.put({ lookup: userId, userId, data: {}, secret })
}

/** Ends all that a password opened: sessions, and links by which it could be reset. Returns the user as they are now. */
export async function endWhatItOpened({
  storage,
  app,
  userId,
}: Inside): Promise<StoredUser | undefined> {
  await itemsOf(app, mailedLink, storage).deleteAll(userId)
  await endAllSessions(storage, userId)
  return (await storage.getUser?.(userId)) ?? undefined
}

/** Refuses what was proven by a password that was changed meanwhile. */
export async function assertUnchanged(
  { storage, app, userId, provider }: Inside,
  { id, version }: { id: string; version: number },
): Promise<Item<Record<string, never>, string>> {
  const found = await itemsOf(app, passwordHash, storage).find(userId)
  if (found.state === 'readable' && found.item.id === id && found.item.version === version)
    return found.item
  throw new AuthError('CredentialsSignin', 'The password was changed meanwhile', { provider })
}

async function saveUse(
  inside: Inside,
  { used, rehashed }: Extract<PasswordUse, { used: object }>,
): Promise<void> {
  const passwords = itemsOf(inside.app, passwordHash, inside.storage)
  const item = await assertUnchanged(inside, used)
  if (rehashed) await passwords.replace(item, { secret: rehashed })
  await passwords.touch(inside.userId)
}

/** The link is used up and the password is written in one step: whatever refuses the one keeps the other. */
async function saveByLink(
  inside: Inside,
  { hash, link, first }: Extract<PasswordUse, { link: string }>,
): Promise<void> {
  const { storage, app, userId, provider } = inside
  const taken = await itemsOf(app, mailedLink, storage).take(link)
  const isOwn =
    taken.state === 'readable' && (taken.item.userId === null || taken.item.userId === userId)
  if (!isOwn) {
    // Whoever is new, or takes an address over, was written before the step that they had to take, and is told of now.
    const own = await itemsOf(app, passwordHash, storage).find(userId)
    if (own.state === 'readable' && own.item.secret === hash)
      return void written.set(app, 'setPassword')
    throw new AuthError('Verification', 'The link was used or has expired', { provider })
  }
  const had = await hasItems(storage, passwordHash, userId)
  // A link of a sign-up, or of somebody's first password, replaces none: another one was faster.
  if (had && (first || taken.item.userId === null))
    throw new AuthError('Verification', 'The user has a password by now', { provider })
  await writePassword(inside, hash)
  written.set(app, had ? 'resetPassword' : 'setPassword')
  // A first password takes nothing back.
  if (had) await endAccessTokens(storage, userId)
  if (!first) await itemsOf(app, mailedLink, storage).deleteAll(userId)
}

/** Gives a username to a user, unless somebody has it. */
export async function claimUsername(
  { storage, app, userId, provider }: Inside,
  name: string,
): Promise<void> {
  const names = itemsOf(app, username, storage)
  const found = await names.findWithUser(name)
  if (found.user?.id === userId) return
  const taken = new AuthError('AccountTaken', 'The username is taken', {
    provider,
    field: 'username',
    reason: 'username-taken',
  })
  if (found.state !== 'none') throw taken
  await names.put({ lookup: name, userId, data: {}, secret: undefined }).catch((thrown) => {
    const isTaken = thrown instanceof AuthError && thrown.field === 'lookup'
    throw isTaken ? taken : thrown
  })
}

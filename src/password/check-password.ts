import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { FoundItem } from '../types/item.ts'
import type { StoredUser } from '../types/storage.ts'
import { hash, needsRehash, verify } from './hashing.ts'
import { findUser } from './identifier.ts'
import { importOver, passwordHash } from './kinds.ts'
import { foreignHashesOf, type PasswordUse, type ResolvedPassword } from './resolved.ts'

/** Somebody whose password was right. */
export interface Recognised {
  readonly user: StoredUser
  readonly use: PasswordUse
}

/**
 * The user whose password it is. Names that nobody has, people without a password and wrong passwords take the same questions to the
 * storage and the same hashes, and are refused alike.
 */
export async function checkPassword(
  context: Context,
  provider: ResolvedPassword,
  account: string,
  password: string,
): Promise<Recognised> {
  const user = await findUser(context, provider, account)
  const found = await findPassword(context, user?.id)
  const known = found.state === 'readable' ? found.item : undefined
  const isRight = await verify(password, known?.secret, foreignHashesOf(provider))
  if (user && known && isRight) {
    const { id, version, secret } = known
    const rehashed = needsRehash(secret) ? await hash(password) : undefined
    return { user, use: { used: { id, version }, rehashed } }
  }
  // Asked about everybody, or the time it takes would tell who has a password here.
  const imported = await importPassword(context, provider, account, password)
  if (imported) return imported
  throw new AuthError('CredentialsSignin', 'The name or the password is wrong', {
    provider: provider.id,
    hint:
      found.state === 'unreadable'
        ? 'The stored password cannot be read: was AUTH_SECRET changed without AUTH_SECRET_1?'
        : 'The person mistyped it, or guesses. The number of tries is limited.',
  })
}

/** The password of a user. Where there is no user, the storage is asked for one that nobody has. */
export async function findPassword(
  context: Context,
  userId: string = random(16),
): Promise<FoundItem<Record<string, never>, string>> {
  const found = await itemsOf(context, passwordHash).find(userId)
  assertAnswered(found)
  return found
}

/** Lets the application judge a password that another library hashed. */
async function importPassword(
  context: Context,
  provider: ResolvedPassword,
  account: string,
  password: string,
): Promise<Recognised | undefined> {
  const { import: judge } = provider
  const id = typeof judge === 'function' && (await judge({ identifier: account, password }))
  if (typeof id !== 'string' || id === '') return undefined
  const user = await requireOperation(requireStorage(context.config), 'getUser')(id)
  const own = await findPassword(context, id)
  const over = await itemsOf(context, importOver).find(id)
  if (!user || own.state !== 'none' || over.state !== 'none') return undefined
  const username = provider.identifier === 'username' ? account : undefined
  return { user, use: { imported: await hash(password), username } }
}

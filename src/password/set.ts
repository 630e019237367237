import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { endAccessTokens } from '../identity/end-access-tokens.ts'
import { tellOf } from '../identity/happened.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { isById } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Storage } from '../types/storage.ts'
import type { Who } from '../types/who.ts'
import { hash } from './hashing.ts'
import { namesOf } from './identifier.ts'
import { assertGoodPassword } from './judge.ts'
import { passwordHash, username as usernames } from './kinds.ts'
import type { ResolvedPassword } from './resolved.ts'
import { claimUsername, endWhatItOpened, type Inside, writePassword } from './save.ts'

/**
 * Sets the first password of a person. The application's own code may also replace one, by the id of the user: then all that the old one
 * opened ends.
 */
export async function setPassword(
  reader: SessionReader,
  provider: ResolvedPassword,
  who: Who,
  { password, username }: { password: string; username?: string | undefined },
): Promise<void> {
  const asker = await requireRecentAsker(reader, who)
  const { userId } = asker
  const names = [username, ...(await namesOf(reader, userId))]
  await assertGoodPassword(reader, provider, password, names)
  const hashed = await hash(password)
  let had = false
  await changeUser(reader.config, asker, async (storage) => {
    const inside = { storage, app: reader, userId, provider: provider.id }
    had = await hasItems(storage, passwordHash, userId)
    if (had && !isById(who))
      throw new AuthError('AlreadyConnected', 'The person has a password already', {
        provider: provider.id,
        hint: 'Change it with the current one.',
      })
    if (username !== undefined) await claimUsername(inside, username)
    else await assertCanSignIn(inside, provider)
    await writePassword(inside, hashed)
    if (!had) return
    await endWhatItOpened(inside)
    await endAccessTokens(storage, userId)
  })
  const event = had ? 'resetPassword' : 'setPassword'
  await tellOf(reader, who, { event, userId, provider: provider.id })
}

/** A password is of no use to somebody who has nothing to type besides it. */
async function assertCanSignIn(
  { storage, userId }: Inside,
  provider: ResolvedPassword,
): Promise<void> {
  if (await hasIdentifier(storage, provider, userId)) return
  const { id, identifier } = provider
  throw new AuthError('EmailInvalid', `The person has no ${identifier} to sign in with`, {
    provider: id,
    field: identifier,
    hint:
      identifier === 'email'
        ? 'A proven address is needed: let the person add one, or write `emailVerified` with auth.users.update().'
        : 'Pass `username` along with the password.',
  })
}

/** The password provider of a configuration. */
export function passwordProviderOf({ providers }: Config): ResolvedPassword {
  const [found] = [...providers.values()].filter(({ type }) => type === 'password')
  if (found) return found as ResolvedPassword
  throw new AuthError('NotFound', 'There is no password provider')
}

/** True if a user has a name or an address to type with a password. */
export async function hasIdentifier(
  storage: Storage,
  { identifier }: ResolvedPassword,
  userId: string,
): Promise<boolean> {
  if (identifier === 'username') return hasItems(storage, usernames, userId)
  const user = await storage.getUser?.(userId)
  return Boolean(user?.email && user.emailVerified)
}

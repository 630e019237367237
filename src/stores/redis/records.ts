import { AuthError } from '../../errors.ts'
import type { Account } from '../../types/models.ts'
import type { Authenticator, StoredSession, StoredUser } from '../../types/storage.ts'
import { joinKey, type Keys } from './keys.ts'

/** Runs work on keys as one step. */
export type Atomically = <T>(work: (keys: Keys) => Promise<T>) => Promise<T>

/** The key of an account. */
export type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/** An account as stored: all other fields are in `extra`, which the vault seals. */
export type KeptAccount = AccountKey & Record<string, unknown> & { userId: string }

/** The keys of records and of lists. */
export const places: Readonly<
  Record<
    'user' | 'lock' | 'email' | 'accountsOf' | 'passkey' | 'passkeysOf' | 'session' | 'sessionsOf',
    (of: string) => string
  >
> = {
  user: (id) => joinKey('user', id),
  lock: (id) => joinKey('lock', id),
  email: (email) => joinKey('email', email),
  accountsOf: (userId) => joinKey('accounts', userId),
  passkey: (credentialID) => joinKey('passkey', credentialID),
  passkeysOf: (userId) => joinKey('passkeys', userId),
  session: (token) => joinKey('session', token),
  sessionsOf: (userId) => joinKey('sessions', userId),
}

/** The Redis key of an account. */
export function accountPlace({ provider, providerAccountId }: AccountKey): string {
  return joinKey('account', provider, providerAccountId)
}

// Only this library writes these keys, so what is read has the type that was written.

/** The user with this id. */
export async function readUser(keys: Keys, id: string): Promise<StoredUser | undefined> {
  return (await keys.get(places.user(id))) as StoredUser | undefined
}

/** The user with this id, who must exist. */
export async function needUser(keys: Keys, id: string): Promise<StoredUser> {
  const user = await readUser(keys, id)
  if (user) return user
  throw conflict('no user with this id (any more)')
}

/** The account at this place. */
export async function readAccount(keys: Keys, place: string): Promise<KeptAccount | undefined> {
  return (await keys.get(place)) as KeptAccount | undefined
}

/** The passkey at this place. */
export async function readPasskey(keys: Keys, place: string): Promise<Authenticator | undefined> {
  return (await keys.get(place)) as Authenticator | undefined
}

/** The session at this place. */
export async function readSession(keys: Keys, place: string): Promise<StoredSession | undefined> {
  return (await keys.get(place)) as StoredSession | undefined
}

/** The account at this place, read ahead with what a sign-in of its user needs. */
export async function readAccountForSignIn(
  keys: Keys,
  place: string,
): Promise<KeptAccount | undefined> {
  return (await keys.getWithUser(place, ['user', 'lock', 'sessions'])) as KeptAccount | undefined
}

/** The session at this place, read ahead with its user. */
export async function readSessionWithUser(
  keys: Keys,
  place: string,
): Promise<StoredSession | undefined> {
  return (await keys.getWithUser(place, ['user'])) as StoredSession | undefined
}

/** The session at this place, read ahead with the list of its user's sessions. */
export async function readSessionWithList(
  keys: Keys,
  place: string,
): Promise<StoredSession | undefined> {
  return (await keys.getWithUser(place, ['sessions'])) as StoredSession | undefined
}

/** The records that a list names and that still exist. */
export async function readAll<T>(
  keys: Keys,
  list: readonly string[],
  read: (keys: Keys, place: string) => Promise<T | undefined>,
): Promise<T[]> {
  const found = await Promise.all(list.map((place) => read(keys, place)))
  return found.filter((each) => each !== undefined)
}

/** The error for a write that conflicts with what is stored. */
export function conflict(what: string): AuthError {
  return new AuthError('StorageConflict', `The storage has ${what}`)
}

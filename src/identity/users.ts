import { AuthError } from '../errors.ts'
import type { RequestSource } from '../http/request-source.ts'
import { loadEverything, loadMethod } from '../methods/load.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { AuditEntry, Storage, StoredUser } from '../types/storage.ts'
import type { Who } from '../types/who.ts'
import type { TokenAccess } from './access-tokens.ts'
import { listAccounts } from './accounts.ts'
import { tellOf } from './happened.ts'
import { requireRecentAsker } from './recent-sign-in.ts'
import { requireAsker, requireUserId, sourceIn } from './require-user.ts'
import { changeUser, removeWayIn, waysIn } from './ways-in.ts'

/** The people whom the storage knows. */
export interface Users {
  /** The person as stored, or null if there is no such user. */
  get(who: Who): Promise<StoredUser | null>
  /**
   * Changes what is stored about a person. A new address is unproven unless `emailVerified` comes with it. The `updateUser` event is
   * emitted if a request of theirs asked for it.
   */
  update(who: Who, changes: Partial<StoredUser>): Promise<StoredUser>
  /** Takes all tokens back and deletes the person with all that belongs to them. */
  delete(who: Who): Promise<void>
  /** Removes a way in of any method, by the key that the method gave it. Never the last one. */
  removeWayIn(who: Who, provider: string, key: string): Promise<void>
  /** The newest lines of the audit log about a person. */
  audit(who: Who, options?: { limit?: number }): Promise<AuditEntry[]>
}

/** Users, for one configuration. */
export function createUsers(reader: SessionReader, access: TokenAccess): Users {
  const { config } = reader
  return {
    async get(who) {
      const getUser = requireOperation(requireStorage(config), 'getUser')
      return (await getUser(await requireUserId(reader, who))) ?? null
    },
    update: (who, changes) => update(reader, who, changes),
    delete: (who) => remove(reader, access, who),
    removeWayIn: (who, provider, key) => removeWay(reader, who, provider, key),
    async audit(who, { limit } = {}) {
      const listAudit = requireOperation(requireStorage(config), 'listAudit')
      return listAudit(await requireUserId(reader, who), limit)
    },
  }
}

async function removeWay(reader: SessionReader, who: Who, id: string, key: string): Promise<void> {
  const { config } = reader
  const asker = await requireRecentAsker(reader, who)
  const { userId } = asker
  const provider = config.providers.get(id)
  const { remove } = provider ? await loadMethod(provider) : {}
  const missing = new AuthError('NotFound', `There is no way in to remove at "${id.slice(0, 60)}"`)
  if (!provider || !remove) throw missing
  await removeWayIn(config, asker, async (inside) => {
    // Whose it is is not left to the method.
    if (!(await waysIn(config, inside, userId)).has(key)) throw missing
    return { keys: [key], remove: async () => remove(inside, provider, userId, key) }
  })
  await tellOf(reader, who, { event: 'unlinkAccount', userId, provider: id })
}

async function update(
  reader: SessionReader,
  who: Who,
  changes: Partial<StoredUser>,
): Promise<StoredUser> {
  const { config } = reader
  const asker = await requireAsker(reader, who)
  const { userId: id } = asker
  const storage = requireStorage(config)
  const source = sourceIn(who)
  let before: StoredUser | undefined
  const user = await changeUser(config, asker, async (inside) => {
    if (changes.email !== undefined) before = (await inside.getUser?.(id)) ?? undefined
    return requireOperation(inside, 'updateUser')({ ...withProof(before, changes), id })
  }).catch(async (thrown: unknown) => {
    throw (await isGone(storage, id)) ? deletedMeanwhile(source) : thrown
  })
  await tellOf(reader, who, { event: 'updateUser', userId: id, before }, { user })
  return user
}

/** An address is written with its proof: that of the one before is none, and somebody else may change both meanwhile. */
function withProof(
  before: StoredUser | undefined,
  changes: Partial<StoredUser>,
): Partial<StoredUser> {
  const { email, emailVerified } = changes
  // The application vouches for it: no provider does any more.
  if (emailVerified !== undefined) return { emailVerifiedBy: null, ...changes }
  if (email === undefined) return changes
  if (before?.email === email) return { ...changes, emailVerified: before.emailVerified }
  return { ...changes, emailVerified: null, emailVerifiedBy: null }
}

async function isGone(storage: Storage, id: string): Promise<boolean> {
  return (await storage.getUser?.(id)) === null
}

/** The user was deleted while the request was on its way: whoever sent it is signed in no more. */
function deletedMeanwhile(source: RequestSource | undefined): AuthError {
  return source
    ? new AuthError('SessionRequired', 'Nobody is signed in')
    : new AuthError('NotFound', 'There is no such user')
}

async function remove(reader: SessionReader, access: TokenAccess, who: Who): Promise<void> {
  const { config } = reader
  const asker = await requireRecentAsker(reader, who)
  const { userId } = asker
  // Gathered before and taken back after: until everything is deleted in one step, nothing has changed.
  const tokens = []
  for (const account of await listAccounts(reader, { userId })) {
    tokens.push(await access.revocableTokens(userId, account))
  }
  const everything = await loadEverything(config)
  let before: StoredUser | undefined
  await changeUser(config, asker, async (inside) => {
    before = (await inside.getUser?.(userId)) ?? undefined
    for (const [provider, code] of everything)
      await code.removeData?.(inside, provider, { id: userId })
    await inside.deleteSessions?.(userId)
    await requireOperation(inside, 'deleteUser')(userId)
  })
  for (const each of tokens) await each?.revoke()
  await tellOf(reader, who, { event: 'deleteUser', userId, before })
}

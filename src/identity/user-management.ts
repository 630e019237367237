import { emit } from '../callbacks.ts'
import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, toRequest } from '../http/request-source.ts'
import { loadMethod, loadMethods } from '../methods/built-in-methods.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { Sessions } from '../sessions/session.ts'
import type { AuditEntry, Storage, StoredUser } from '../types/storage.ts'
import { type AccessTokens, createAccess, type TokenAccess } from './access-tokens.ts'
import { type AccountChoice, findAccount, readChoice } from './account-tokens.ts'
import { record } from './audit.ts'
import { createOpenSessions, type OpenSessions } from './open-sessions.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { requireRecentAsker } from './recent-sign-in.ts'
import {
  requireAsker,
  requireUserId,
  type SessionReader,
  sourceIn,
  type Who,
} from './require-user.ts'
import { storedTokenStore } from './stored-tokens.ts'
import { findDisconnection } from './unlink-account.ts'
import { changeUser, removeWayIn, waysIn } from './ways-in.ts'

/** An account that a person has connected. Its tokens stay where they are; `accessToken()` gives one out. */
export interface ConnectedAccount {
  provider: string
  providerAccountId: string
  type: string
  /** What the person granted. */
  scope?: string
  /** When the access token expires; `accessToken()` renews it before. */
  expires?: Date
}

/**
 * What an application can ask and do about its users. `who` is a request of theirs (a `Request`, `Headers`, or anything with headers),
 * or their id. Ids aren't verified; pass only your own.
 */
export interface UserManagement extends AccessTokens, Passkeys, OpenSessions {
  /** The platforms that a person has connected. */
  accounts(who: Who): Promise<ConnectedAccount[]>
  /** Disconnects a platform and takes its tokens back. Refuses with `LastMethod` if it is the only way in. */
  unlink(who: Who, account: AccountChoice): Promise<void>
  /** Removes a way in of any method, by the key that the method gave it. Never the last one. */
  removeWayIn(who: Who, provider: string, key: string): Promise<void>
  /** Changes what is stored about a person. A new address is unproven unless `emailVerified` comes with it. The `updateUser` event is emitted if a request of theirs asked for it. */
  updateUser(who: Who, changes: Partial<StoredUser>): Promise<StoredUser>
  /** Takes all tokens back and deletes the person with all that belongs to them. */
  deleteUser(who: Who): Promise<void>
  /** The newest lines of the audit log about a person. */
  audit(who: Who, limit?: number): Promise<AuditEntry[]>
}

interface ManagementContext extends SessionReader {
  readonly access: TokenAccess
}

/** Managing users, for one configuration. */
export function createUserManagement(config: Config, sessions: Sessions): UserManagement {
  const reader: SessionReader = { config, sessions }
  const access = createAccess(config, storedTokenStore(reader))
  const context: ManagementContext = { ...reader, access }
  return {
    accessToken: access.accessToken,
    revoke: access.revoke,
    ...createPasskeys(reader),
    ...createOpenSessions(reader),
    accounts: (who) => accounts(context, who),
    unlink: (who, choice) => unlink(context, who, choice),
    removeWayIn: (who, provider, key) => remove(context, who, provider, key),
    updateUser: (who, changes) => updateUser(context, who, changes),
    deleteUser: (who) => deleteUser(context, who),
    audit: async (who, limit) =>
      requireOperation(requireStorage(config), 'listAudit')(
        await requireUserId(context, who),
        limit,
      ),
  }
}

async function accounts(context: ManagementContext, who: Who): Promise<ConnectedAccount[]> {
  const userId = await requireUserId(context, who)
  const list = await requireOperation(requireStorage(context.config), 'listAccounts')(userId)
  return list.map(({ provider, providerAccountId, type, scope, expires_at }) => ({
    provider,
    providerAccountId,
    type,
    ...(scope && { scope }),
    ...(expires_at !== undefined && { expires: new Date(expires_at * 1000) }),
  }))
}

async function unlink(context: ManagementContext, who: Who, choice: AccountChoice): Promise<void> {
  const { config, access } = context
  const { provider } = readChoice(choice)
  const asker = await requireRecentAsker(context, who)
  const { userId } = asker
  const account = findAccount(await accounts(context, userId), choice)
  if (!account)
    throw new AuthError('NotFound', `The person has no account at ${provider}`, { provider })
  // Gathered before the account goes, and taken back after it has gone: the last way in keeps its tokens.
  const tokens = await access.revocableTokens(userId, account)
  await removeWayIn(config, asker, (inside) => findDisconnection(inside, userId, account))
  await tokens?.revoke()
  await record(config, sourceIn(who), { event: 'unlinkAccount', userId, provider })
}

async function remove(
  context: ManagementContext,
  who: Who,
  id: string,
  key: string,
): Promise<void> {
  const { config } = context
  const asker = await requireRecentAsker(context, who)
  const { userId } = asker
  const provider = config.providers.get(id)
  const { remove } = provider ? await loadMethod(config, provider) : {}
  const missing = new AuthError('NotFound', `There is no way in to remove at "${id.slice(0, 60)}"`)
  if (!provider || !remove) throw missing
  await removeWayIn(config, asker, async (inside) => {
    // Whose it is is not left to the method.
    if (!(await waysIn(config, inside, userId)).has(key)) throw missing
    return { keys: [key], remove: async () => remove(inside, provider, userId, key) }
  })
  await record(config, sourceIn(who), { event: 'removeWayIn', userId, provider: id })
}

async function updateUser(
  context: ManagementContext,
  who: Who,
  changes: Partial<StoredUser>,
): Promise<StoredUser> {
  const { config } = context
  const asker = await requireAsker(context, who)
  const { userId: id } = asker
  const storage = requireStorage(config)
  const source = sourceIn(who)
  const user = await changeUser(config, asker, async (inside) =>
    requireOperation(inside, 'updateUser')({ ...(await withProof(inside, id, changes)), id }),
  ).catch(async (thrown: unknown) => {
    throw (await isGone(storage, id)) ? deletedMeanwhile(source) : thrown
  })
  if (source && config.events.updateUser) {
    const request = toRequest(source, publicOrigin(config, source))
    await emit(config, config.events.updateUser, { user, request })
  }
  await record(config, source, { event: 'updateUser', userId: id })
  return user
}

/** An address is written with its proof: that of the one before is none, and somebody else may change both meanwhile. */
async function withProof(
  storage: Storage,
  id: string,
  changes: Partial<StoredUser>,
): Promise<Partial<StoredUser>> {
  const { email, emailVerified } = changes
  // The application vouches for it: no provider does any more.
  if (emailVerified !== undefined) return { emailVerifiedBy: null, ...changes }
  if (email === undefined) return changes
  const before = await storage.getUser?.(id)
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

async function deleteUser(context: ManagementContext, who: Who): Promise<void> {
  const { config, access } = context
  const asker = await requireRecentAsker(context, who)
  const { userId } = asker
  // Gathered before and taken back after: until everything is deleted in one step, nothing has changed.
  const tokens = []
  for (const account of await accounts(context, userId)) {
    tokens.push(await access.revocableTokens(userId, account))
  }
  const methods = await loadMethods(config)
  await changeUser(config, asker, async (inside) => {
    for (const [provider, method] of methods)
      await method.removeData?.(inside, provider, { id: userId })
    await inside.deleteSessions?.(userId)
    await requireOperation(inside, 'deleteUser')(userId)
  })
  for (const each of tokens) await each?.revoke()
  await record(config, sourceIn(who), { event: 'deleteUser', userId })
}

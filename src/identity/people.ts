import type { Config } from '../config.ts'
import { emit } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import type { Sessions } from '../sessions/session.ts'
import { requireOperation } from '../storage/require-operation.ts'
import type { AuditEntry, Storage, StoredSession, StoredUser } from '../types/storage.ts'
import { type Access, createAccess, requireUserId } from './access.ts'
import { record } from './audit.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { accountAt } from './token-store.ts'
import { assertNotLast, requireStorage } from './ways-in.ts'

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

/** A place where a person is signed in. */
export interface OpenSession extends Omit<StoredSession, 'sessionToken' | 'userId'> {
  /** Names the session to `endSession()`; nobody can sign in with it. */
  id: string
  /** Whether the request that asks belongs to it. */
  current: boolean
}

/** What an application can ask and do about its users. `who` is a request of theirs, or their id. */
export interface People extends Access, Passkeys {
  /** The platforms that a person has connected. */
  accounts(who: Request | string): Promise<ConnectedAccount[]>
  /** Disconnects a platform and takes its tokens back. Never the last way in. */
  unlink(who: Request | string, provider: string): Promise<void>
  /** The places where a person is signed in. */
  sessions(who: Request | string): Promise<OpenSession[]>
  endSession(who: Request | string, id: string): Promise<void>
  /** Ends all sessions, except the one that asks if told so; says how many. */
  endSessions(who: Request | string, options?: { keepCurrent?: boolean }): Promise<number>
  /** Changes what is stored about a person. The `updateUser` event is told if a request of theirs asked for it. */
  updateUser(who: Request | string, changes: Partial<StoredUser>): Promise<StoredUser>
  /** Takes all tokens back and deletes the person with all that belongs to them. */
  deleteUser(who: Request | string): Promise<void>
  /** The newest lines of the audit log about a person. */
  audit(who: Request | string, limit?: number): Promise<AuditEntry[]>
}

/** What is known of people, for one configuration. */
export function createPeople(config: Config, sessions: Sessions): People {
  const access = createAccess(config, sessions)
  const context: PeopleContext = { config, sessions, access }
  return {
    ...access,
    ...createPasskeys(config, sessions),
    accounts: (who) => accounts(context, who),
    unlink: (who, provider) => unlink(context, who, provider),
    sessions: (who) => openSessions(context, who),
    endSession: (who, id) => endSession(context, who, id),
    endSessions: (who, options = {}) => endSessions(context, who, options.keepCurrent ?? false),
    updateUser: (who, changes) => updateUser(context, who, changes),
    deleteUser: (who) => deleteUser(context, who),
    audit: async (who, limit) =>
      requireOperation(requireStorage(config), 'listAudit')(
        await requireUserId(sessions, who),
        limit,
      ),
  }
}

interface PeopleContext {
  config: Config
  sessions: Sessions
  access: Access
}

function requestIn(who: Request | string): Request | undefined {
  return typeof who === 'string' ? undefined : who
}

async function accounts(
  { config, sessions }: PeopleContext,
  who: Request | string,
): Promise<ConnectedAccount[]> {
  const userId = await requireUserId(sessions, who)
  const list = await requireOperation(requireStorage(config), 'listAccounts')(userId)
  return list.map(({ provider, providerAccountId, type, scope, expires_at }) => ({
    provider,
    providerAccountId,
    type,
    ...(scope && { scope }),
    ...(expires_at !== undefined && { expires: new Date(expires_at * 1000) }),
  }))
}

async function unlink(
  context: PeopleContext,
  who: Request | string,
  provider: string,
): Promise<void> {
  const { config, sessions } = context
  const userId = await requireUserId(sessions, who)
  const account = accountAt(await accounts(context, userId), provider)
  if (!account)
    throw new AuthError('NotFound', `The person has no account at ${provider}`, { provider })
  await assertNotLast(config, userId)
  await revokeTokens(context, userId, provider)
  await requireOperation(requireStorage(config), 'unlinkAccount')(account)
  await record(config, requestIn(who), { event: 'unlinkAccount', userId, provider })
}

/** A platform that cannot be reached must not keep a person from leaving it here. */
async function revokeTokens(
  { config, access }: PeopleContext,
  userId: string,
  provider: string,
): Promise<void> {
  const known = config.providers.get(provider)
  if (!known || !('clientAuthentication' in known)) return
  try {
    await access.revoke(userId, provider)
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'it failed'
    config.logger.warn(`The tokens at ${provider} could not be taken back: ${why}`)
  }
}

/** A session in a cookie is known to its browser alone. */
function storedSessions(config: Config): Storage {
  const storage = requireStorage(config)
  if (config.session.strategy === 'database') return storage
  throw new AuthError(
    'Unsupported',
    'Sessions that live in cookies can be neither listed nor ended from elsewhere',
    { field: 'session.strategy', hint: 'Use `session: { strategy: "database" }`.' },
  )
}

async function openSessions(
  { config, sessions }: PeopleContext,
  who: Request | string,
): Promise<OpenSession[]> {
  const userId = await requireUserId(sessions, who)
  const list = await requireOperation(storedSessions(config), 'listSessions')(userId)
  const current = await currentToken(sessions, who)
  return Promise.all(
    list.map(async ({ sessionToken, userId: _user, ...session }) => ({
      ...session,
      id: await sha256(sessionToken),
      current: current !== undefined && equal(sessionToken, current),
    })),
  )
}

async function currentToken(
  sessions: Sessions,
  who: Request | string,
): Promise<string | undefined> {
  return typeof who === 'string'
    ? undefined
    : sessions.token?.(who, who.headers.get('cookie') ?? '')
}

async function endSession(
  { config, sessions }: PeopleContext,
  who: Request | string,
  id: string,
): Promise<void> {
  const storage = storedSessions(config)
  const userId = await requireUserId(sessions, who)
  for (const { sessionToken } of await requireOperation(storage, 'listSessions')(userId)) {
    if (!equal(await sha256(sessionToken), id)) continue
    await requireOperation(storage, 'deleteSession')(sessionToken)
    return record(config, requestIn(who), { event: 'endSession', userId })
  }
  throw new AuthError('NotFound', 'The person has no such session', { field: 'id' })
}

async function endSessions(
  { config, sessions }: PeopleContext,
  who: Request | string,
  keepCurrent: boolean,
): Promise<number> {
  const userId = await requireUserId(sessions, who)
  const kept = keepCurrent ? await currentToken(sessions, who) : undefined
  const count = await requireOperation(storedSessions(config), 'deleteSessions')(userId, kept)
  await record(config, requestIn(who), { event: 'endSessions', userId, detail: { count } })
  return count
}

async function updateUser(
  { config, sessions }: PeopleContext,
  who: Request | string,
  changes: Partial<StoredUser>,
): Promise<StoredUser> {
  const id = await requireUserId(sessions, who)
  const user = await requireOperation(requireStorage(config), 'updateUser')({ ...changes, id })
  const request = requestIn(who)
  if (request) await emit({ config }, config.events.updateUser, { user, request })
  await record(config, request, { event: 'updateUser', userId: id })
  return user
}

async function deleteUser(context: PeopleContext, who: Request | string): Promise<void> {
  const { config, sessions } = context
  const storage = requireStorage(config)
  const userId = await requireUserId(sessions, who)
  for (const { provider } of await accounts(context, userId))
    await revokeTokens(context, userId, provider)
  await storage.deleteSessions?.(userId)
  await requireOperation(storage, 'deleteUser')(userId)
  await record(config, requestIn(who), { event: 'deleteUser', userId })
}

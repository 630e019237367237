import type { Config } from '../config.ts'
import { tell } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import type { Sessions } from '../sessions/session.ts'
import { requireOperation } from '../storage/require-operation.ts'
import type { AuditEntry, Storage, StoredSession, StoredUser } from '../types/storage.ts'
import { type Access, createAccess, userOf } from './access.ts'
import { record } from './audit.ts'
import { accountAt } from './keepings.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { assertNotLast, storageOf } from './ways.ts'

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
  const desk: Desk = { config, sessions, access }
  return {
    ...access,
    ...createPasskeys(config, sessions),
    accounts: (who) => accounts(desk, who),
    unlink: (who, provider) => unlink(desk, who, provider),
    sessions: (who) => openSessions(desk, who),
    endSession: (who, id) => endSession(desk, who, id),
    endSessions: (who, options = {}) => endSessions(desk, who, options.keepCurrent ?? false),
    updateUser: (who, changes) => updateUser(desk, who, changes),
    deleteUser: (who) => deleteUser(desk, who),
    audit: async (who, limit) =>
      requireOperation(storageOf(config), 'listAudit')(await userOf(sessions, who), limit),
  }
}

interface Desk {
  config: Config
  sessions: Sessions
  access: Access
}

function requestOf(who: Request | string): Request | undefined {
  return typeof who === 'string' ? undefined : who
}

async function accounts(
  { config, sessions }: Desk,
  who: Request | string,
): Promise<ConnectedAccount[]> {
  const userId = await userOf(sessions, who)
  const list = await requireOperation(storageOf(config), 'listAccounts')(userId)
  return list.map(({ provider, providerAccountId, type, scope, expires_at }) => ({
    provider,
    providerAccountId,
    type,
    ...(scope && { scope }),
    ...(expires_at !== undefined && { expires: new Date(expires_at * 1000) }),
  }))
}

async function unlink(desk: Desk, who: Request | string, provider: string): Promise<void> {
  const { config, sessions } = desk
  const userId = await userOf(sessions, who)
  const account = accountAt(await accounts(desk, userId), provider)
  if (!account)
    throw new AuthError('NotFound', `The person has no account at ${provider}`, { provider })
  await assertNotLast(config, userId)
  await takeBack(desk, userId, provider)
  await requireOperation(storageOf(config), 'unlinkAccount')(account)
  await record(config, requestOf(who), { event: 'unlinkAccount', userId, provider })
}

/** A platform that cannot be reached must not keep a person from leaving it here. */
async function takeBack({ config, access }: Desk, userId: string, provider: string): Promise<void> {
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
  const storage = storageOf(config)
  if (config.session.strategy === 'database') return storage
  throw new AuthError(
    'Unsupported',
    'Sessions that live in cookies can be neither listed nor ended from elsewhere',
    { field: 'session.strategy', hint: 'Use `session: { strategy: "database" }`.' },
  )
}

async function openSessions(
  { config, sessions }: Desk,
  who: Request | string,
): Promise<OpenSession[]> {
  const userId = await userOf(sessions, who)
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
  { config, sessions }: Desk,
  who: Request | string,
  id: string,
): Promise<void> {
  const storage = storedSessions(config)
  const userId = await userOf(sessions, who)
  for (const { sessionToken } of await requireOperation(storage, 'listSessions')(userId)) {
    if (!equal(await sha256(sessionToken), id)) continue
    await requireOperation(storage, 'deleteSession')(sessionToken)
    return record(config, requestOf(who), { event: 'endSession', userId })
  }
  throw new AuthError('NotFound', 'The person has no such session', { field: 'id' })
}

async function endSessions(
  { config, sessions }: Desk,
  who: Request | string,
  keepCurrent: boolean,
): Promise<number> {
  const userId = await userOf(sessions, who)
  const kept = keepCurrent ? await currentToken(sessions, who) : undefined
  const count = await requireOperation(storedSessions(config), 'deleteSessions')(userId, kept)
  await record(config, requestOf(who), { event: 'endSessions', userId, detail: { count } })
  return count
}

async function updateUser(
  { config, sessions }: Desk,
  who: Request | string,
  changes: Partial<StoredUser>,
): Promise<StoredUser> {
  const id = await userOf(sessions, who)
  const user = await requireOperation(storageOf(config), 'updateUser')({ ...changes, id })
  const request = requestOf(who)
  if (request) await tell({ config }, config.events.updateUser, { user, request })
  await record(config, request, { event: 'updateUser', userId: id })
  return user
}

async function deleteUser(desk: Desk, who: Request | string): Promise<void> {
  const { config, sessions } = desk
  const storage = storageOf(config)
  const userId = await userOf(sessions, who)
  for (const { provider } of await accounts(desk, userId)) await takeBack(desk, userId, provider)
  await storage.deleteSessions?.(userId)
  await requireOperation(storage, 'deleteUser')(userId)
  await record(config, requestOf(who), { event: 'deleteUser', userId })
}

import type { Config } from '../config.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { bareIp } from '../http/bare-ip.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { readSession } from '../sessions/read-session.ts'
import type { Storage, StoredSession } from '../types/storage.ts'
import type { Who } from '../types/who.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { tellOf } from './happened.ts'
import { isById, requireAsker, requireUserId } from './require-user.ts'
import { changeUser } from './ways-in.ts'

/** A place where a person is signed in. */
export interface OpenSession extends Omit<StoredSession, 'sessionToken' | 'userId' | 'amr'> {
  /** The methods by which the person proved who they are, in the words of RFC 8176. */
  amr: string[]
  /** Names the session to `auth.sessions.end()`; nobody can sign in with it. */
  id: string
  /** True for the session of the request that asks. */
  current: boolean
}

/** The places where people are signed in. */
export interface OpenSessions {
  /** The places where a person is signed in. */
  list(who: Who): Promise<OpenSession[]>
  /** Ends one session, by its `id` in `list()`. */
  end(who: Who, id: string): Promise<void>
  /** Ends all sessions, except the one that asks if told so; says how many. */
  endAll(who: Who, options?: { keepCurrent?: boolean }): Promise<number>
}

/** Open sessions, for one configuration. */
export function createOpenSessions(reader: SessionReader): OpenSessions {
  return {
    list: (who) => openSessions(reader, who),
    end: (who, id) => endSession(reader, who, id),
    endAll: (who, options = {}) => endSessions(reader, who, options.keepCurrent ?? false),
  }
}

/** A session in a cookie is known to its browser alone. */
function assertStoredSessions(config: Config): void {
  requireStorage(config)
  if (config.session.strategy === 'database') return
  throw new AuthError(
    'Unsupported',
    'Sessions in cookies can be neither listed nor ended from elsewhere',
    { field: 'session.strategy', hint: 'Use `session: { strategy: "database" }`.' },
  )
}

async function openSessions(reader: SessionReader, who: Who): Promise<OpenSession[]> {
  assertStoredSessions(reader.config)
  const userId = await requireUserId(reader, who)
  const list = await requireOperation(requireStorage(reader.config), 'listSessions')(userId)
  const current = await currentSessionId(reader, who)
  return Promise.all(
    list.map(async ({ sessionToken, userId: _user, amr, ip, ...session }) => ({
      ...session,
      ...shownIp(ip),
      amr: amr ? amr.split(' ') : [],
      id: await sha256(sessionToken),
      current: current !== undefined && equal(sessionToken, current),
    })),
  )
}

/** Sessions keep the address as it came, because nobody who signs in waits for its form. */
function shownIp(written: string | undefined): Pick<OpenSession, 'ip'> {
  const ip = bareIp(written)
  return ip ? { ip } : {}
}

async function currentSessionId(reader: SessionReader, who: Who): Promise<string | undefined> {
  return isById(who) ? undefined : (await readSession(reader, who))?.sessionId
}

async function endSession(reader: SessionReader, who: Who, id: string): Promise<void> {
  const { config } = reader
  assertStoredSessions(config)
  const asker = await requireAsker(reader, who)
  const { userId } = asker
  await changeUser(config, asker, async (inside) => {
    const hashes = await openSessionHashes(inside, userId)
    const found = hashes.find(([hash]) => equal(hash, id))
    if (!found) throw new AuthError('NotFound', 'The person has no such session', { field: 'id' })
    await requireOperation(inside, 'deleteSession')(found[1])
  })
  await tellOf(reader, who, { event: 'endSession', userId })
}

/** The open sessions of a person: what names each to programs, and its token. */
async function openSessionHashes(storage: Storage, userId: string): Promise<[string, string][]> {
  const list = await requireOperation(storage, 'listSessions')(userId)
  return Promise.all(
    list.map(async ({ sessionToken }) => [await sha256(sessionToken), sessionToken]),
  )
}

async function endSessions(reader: SessionReader, who: Who, keepCurrent: boolean): Promise<number> {
  const { config } = reader
  assertStoredSessions(config)
  const asker = await requireAsker(reader, who)
  const { userId } = asker
  const kept = keepCurrent ? await currentSessionId(reader, who) : undefined
  requireOperation(requireStorage(config), 'deleteSessions')
  const count = await changeUser(config, asker, async (inside) =>
    endAllSessions(inside, userId, kept),
  )
  await tellOf(reader, who, { event: 'endSessions', userId, detail: { count } })
  return count
}

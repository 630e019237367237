import type { AuditEntry, Storage, StorageSettings } from '../../types/storage.ts'
import { lostAuditEntry } from '../lost-audit-entry.ts'
import { retentionMilliseconds } from '../retention.ts'
import { withStorableText } from '../storable-text.ts'
import { createVault, mergeSecrets, type Vault } from '../vault.ts'
import { accounts } from './accounts.ts'
import { type AuditRule, audit } from './audit.ts'
import { claims, directClaims } from './claims.ts'
import { createRedis, type OwnRedisClient, type Redis } from './client.ts'
import { durable } from './durable.ts'
import { createUserIndexFilling } from './fill-user-index.ts'
import { items } from './items.ts'
import { atomically, createDraft, untilCommitted } from './keys.ts'
import { leases } from './leases.ts'
import { directLimits, limits } from './limits.ts'
import { passkeys } from './passkeys.ts'
import { type Atomically, conflict, readSession, readSessionWithUser, readUser } from './records.ts'
import { sessions, type UserSource } from './sessions.ts'
import { createSweep } from './sweep.ts'
import { users } from './users.ts'
import { directVerificationTokens, verificationTokens } from './verification-tokens.ts'

/** Options of `redis()`. */
export interface RedisOptions {
  /**
   * The beginning of all keys; `portico:` by default. In a cluster, braces (`{portico}:`) keep all keys on one server. Redis alone needs
   * them, because it changes several keys in one step; in front of another storage, keys without them are spread.
   */
  prefix?: string
  /** The storage of users, accounts, passkeys, items and the audit log; Redis then keeps only short-lived records. */
  inFrontOf?: Storage
  /** Encrypts the tokens of accounts at rest; on by default. */
  encryptTokens?: boolean
  /** The secrets that encrypt account tokens: the first encrypts, all can decrypt. By default those of `Auth()`. */
  secrets?: readonly string[]
  /** Days that lines of the audit log are kept; by default until 400 days after a user's newest line. At most 1,000 per user. */
  retention?: number
  /** Milliseconds that an answer may take; 5,000 by default. */
  timeout?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/** A storage in Redis, alone or in front of another. */
export function createRedisStorage(
  server: string | OwnRedisClient,
  options: RedisOptions,
): Storage {
  const { prefix = 'portico:', inFrontOf: behind } = options
  let settings: StorageSettings | undefined
  const now = () => (options.now ?? settings?.now ?? Date.now)()
  const warn = (message: string) => settings?.warn?.(message)
  const lost = (message: string) => settings?.lost?.(message)
  const connection = createRedis(server, {
    timeout: options.timeout ?? 5000,
    prefix,
    maySpread: behind !== undefined,
    warn,
  })
  const vault = createVault({
    encrypt: options.encryptTokens ?? true,
    secrets: () => options.secrets ?? settings?.secrets ?? [],
    warn,
  })
  const retention = retentionMilliseconds(options.retention)
  const context = { redis: connection, prefix, vault, now, lost, retention }
  return {
    ...withStorableText(behind ? front(context, behind) : alone(context)),
    configure(given) {
      settings = mergeSecrets(given, settings)
      behind?.configure?.(given)
    },
    async close() {
      await connection.close()
      await behind?.close?.()
    },
  }
}

/** The dependencies of all parts of the storage. */
interface RedisContext {
  redis: Redis
  prefix: string
  vault: Vault
  now: () => number
  lost: (message: string) => void
  retention: number | undefined
}

/** Records that expire by themselves. */
function shortLived(step: Atomically, now: () => number) {
  return {
    ...verificationTokens(step),
    ...claims(step, now),
    ...limits(step, now),
    // Sweeping is no part of a transaction.
    sweep: async () => 0,
  }
}

/** Calls that are one command or one script outside a transaction. */
function direct({ redis, prefix, now }: RedisContext) {
  return {
    ...directVerificationTokens(redis, prefix),
    ...directClaims(redis, prefix, now),
    ...directLimits(redis, prefix, now),
  }
}

/** Everything in Redis. */
function alone(given: RedisContext): Storage {
  const context = { ...given, redis: durable(given.redis, given.lost) }
  const { redis, prefix, vault, now, lost } = context
  const sweep = createSweep({ ...context, keepsItems: true })
  const fillUserIndex = createUserIndexFilling(redis, prefix)
  const owners = { find: readUser, readSession: readSessionWithUser }
  const records = (step: Atomically, rule: AuditRule) => ({
    ...users(step),
    ...accounts(step, vault),
    ...passkeys(step),
    ...items(step),
    ...sessions(step, owners, now),
    ...shortLived(step, now),
    ...leases(redis, prefix),
    ...audit(redis, prefix, step, rule),
  })
  const outside = records((work) => atomically(redis, prefix, work), context)
  // A refused line must not undo the change that it reports.
  const refused = (entry: AuditEntry) => lost(lostAuditEntry(entry))
  return {
    ...outside,
    ...direct(context),
    async listUsers(filter, paging) {
      await fillUserIndex()
      return outside.listUsers(filter, paging)
    },
    sweep,
    transaction: (work) =>
      atomically(redis, prefix, (keys) => {
        const inside: Storage = {
          ...records((step) => step(keys), { ...context, refused }),
          transaction: (inner) => inner(inside),
        }
        return work(inside)
      }),
  }
}

/** The operations that combine a session or a lease with other work. Behind Redis they would write where nobody looks. */
const shortcuts = ['signInAgain', 'signUp', 'endSession', 'leaseAccount', 'endRefresh'] as const

/** Short-lived records in Redis, all others behind it. A session counts only while its user exists there. */
function front(context: RedisContext, behind: Storage): Storage {
  const { redis, prefix, now } = context
  const sweepLists = createSweep({ ...context, retention: undefined, keepsItems: false })
  const records = (step: Atomically, given: Storage): Storage => {
    const people = { ...given }
    for (const name of shortcuts) delete people[name]
    const find: UserSource['find'] = async (_, id) => (await people.getUser?.(id)) ?? undefined
    const short = sessions(step, { find, readSession }, now)
    return {
      ...people,
      ...short,
      ...shortLived(step, now),
      ...leases(redis, prefix),
      ...(people.deleteUser && {
        async deleteUser(id) {
          // A session without its user is worth nothing, so a failure between the two steps does no harm.
          await people.deleteUser?.(id)
          await short.deleteSessions(id)
        },
      }),
    }
  }
  const { transaction } = behind
  return {
    ...records((work) => atomically(redis, prefix, work), behind),
    ...direct(context),
    sweep: async () => (await sweepLists()) + ((await behind.sweep?.()) ?? 0),
    ...(transaction && {
      transaction: (work) =>
        untilCommitted(async (isFirst) => {
          let isStale = false
          const run = transaction(async (people) => {
            const draft = createDraft(redis, prefix, isFirst)
            const inside: Storage = {
              ...records((step) => step(draft.keys), people),
              transaction: (inner) => inner(inside),
            }
            const result = await work(inside)
            // Before the storage behind commits: should that fail, a claim is used up rather than used twice.
            isStale = !(await draft.commit())
            if (isStale) throw conflict('keys that somebody else changed meanwhile')
            return { result }
          })
          return run.catch((thrown) => {
            if (isStale) return undefined
            throw thrown
          })
        }),
    }),
  }
}

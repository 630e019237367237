import type { Storage, StorageSettings } from '../types/storage.ts'
import { accounts } from './redis/accounts.ts'
import { createRedis, type Redis, type RedisClient } from './redis/client.ts'
import { atomically, createDraft } from './redis/keys.ts'
import { audit, directMoments, moments } from './redis/moments.ts'
import { passkeys } from './redis/passkeys.ts'
import { type Atomically, conflict, readUser } from './redis/records.ts'
import { sessions } from './redis/sessions.ts'
import { users } from './redis/users.ts'
import { createVault, type Vault, withSecretsOf } from './vault.ts'

export type { RedisClient } from './redis/client.ts'

/** How `redis()` behaves. */
export interface RedisOptions {
  /**
   * What all keys begin with; `portico:` by default. In a cluster write it in braces, `{portico}:`, so that the keys are
   * kept together and can be changed together.
   */
  prefix?: string
  /** The storage of users, accounts, passkeys and the audit log; Redis then keeps only what is short-lived. */
  inFrontOf?: Storage
  /** Whether the tokens of accounts are encrypted at rest; on by default. */
  encryptTokens?: boolean
  /** The newest one seals account tokens, all of them open them. By default those of `Auth()`. */
  secrets?: readonly string[]
  /** How long an answer may take, in milliseconds; 5,000 by default. */
  timeout?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/**
 * A storage in Redis or Valkey (6.2 or newer), by address or through a client of the package `redis`. Alone it keeps
 * everything; `inFrontOf` another storage it keeps sessions, one-time tokens, claims and rate limits.
 */
export function redis(server: string | RedisClient, options: RedisOptions = {}): Storage {
  const { prefix = 'portico:', inFrontOf: behind } = options
  let engine: StorageSettings | undefined
  const now = () => (options.now ?? engine?.now ?? Date.now)()
  const warn = (message: string) => engine?.warn?.(message)
  const connection = createRedis(server, { timeout: options.timeout ?? 5000, warn })
  const vault = createVault({
    encrypt: options.encryptTokens ?? true,
    secrets: () => options.secrets ?? engine?.secrets ?? [],
    warn,
  })
  const world = { redis: connection, prefix, vault, now }
  return {
    ...(behind ? front(world, behind) : alone(world)),
    configure(settings) {
      engine = withSecretsOf(settings, engine)
      behind?.configure?.(settings)
    },
    async close() {
      await connection.close()
      await behind?.close?.()
    },
  }
}

interface World {
  redis: Redis
  prefix: string
  vault: Vault
  now: () => number
}

/** Everything in Redis. */
function alone(world: World): Storage {
  const { redis, prefix, vault, now } = world
  const records = (step: Atomically) => ({
    ...users(step),
    ...accounts(step, vault),
    ...passkeys(step),
    ...sessions(step, readUser, now),
    ...moments(step, now),
    ...audit(redis, prefix),
  })
  return {
    ...records((work) => atomically(redis, prefix, work)),
    ...directMoments(redis, prefix, now),
    transaction: (work) =>
      atomically(redis, prefix, (keys) => {
        const inside: Storage = {
          ...records((step) => step(keys)),
          transaction: (inner) => inner(inside),
        }
        return work(inside)
      }),
  }
}

/** Only what is short-lived in Redis; a session is worth nothing without its user in the storage behind. */
function front(world: World, behind: Storage): Storage {
  const { redis, prefix, now } = world
  const records = (step: Atomically, people: Storage): Storage => {
    const short = sessions(step, async (_, id) => (await people.getUser?.(id)) ?? undefined, now)
    return {
      ...people,
      ...short,
      ...moments(step, now),
      ...(people.deleteUser && {
        async deleteUser(id) {
          await people.deleteUser?.(id)
          await short.deleteSessions(id)
        },
      }),
    }
  }
  const { transaction } = behind
  return {
    ...records((work) => atomically(redis, prefix, work), behind),
    ...directMoments(redis, prefix, now),
    sweep: async () => (await behind.sweep?.()) ?? 0,
    ...(transaction && {
      transaction: (work) =>
        transaction(async (people) => {
          const draft = createDraft(redis, prefix)
          const inside: Storage = {
            ...records((step) => step(draft.keys), people),
            transaction: (inner) => inner(inside),
          }
          const result = await work(inside)
          // Before the storage behind commits: should that fail, a claim is used up rather than used twice.
          if (!(await draft.commit())) throw conflict('keys that somebody else changed meanwhile')
          return result
        }),
    }),
  }
}

import type { Redis } from './client.ts'
import { readWithUser, type UserKind } from './read-with-user.ts'

/** Values that were read from Redis and that the changes are based on: "=" and the value, or "" for none. */
export interface Reads {
  based: ReadonlyMap<string, string>
  get(key: string): Promise<string>
  /** Assumes that a key which was not read has no value. */
  believeNew(key: string): void
  /** Reads a key and keys of the user it names. The changes are based on each only once `get` has returned it. */
  readAhead(key: string, kinds: readonly UserKind[]): Promise<void>
}

/** Reads of one draft, nothing read yet. */
export function createReads(redis: Redis, prefix: string): Reads {
  const based = new Map<string, string>()
  const ahead = new Map<string, string>()
  const isKnown = (key: string) => based.has(key) || ahead.has(key)
  return {
    based,
    async get(key) {
      const known = based.get(key) ?? ahead.get(key) ?? mark(await redis.send('GET', prefix + key))
      based.set(key, known)
      return known
    },
    believeNew(key) {
      if (!isKnown(key)) based.set(key, '')
    },
    async readAhead(key, kinds) {
      if (isKnown(key)) return
      for (const [found, value] of await readWithUser(redis, prefix, key, kinds))
        ahead.set(found, mark(value))
    },
  }
}

/** The text of a value that was read: "=" and the value, or "" for none. */
export function mark(value: unknown): string {
  return typeof value === 'string' ? `=${value}` : ''
}

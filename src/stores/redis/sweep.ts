import { trimAudit, trimAuditIndex } from './audit.ts'
import type { Redis } from './client.ts'
import { itemIndex, ownedIndexes, sweepIndex } from './item-index.ts'
import { atomically, clockSlackMilliseconds } from './keys.ts'
import { tidy } from './lists.ts'
import { scanKeys } from './scan.ts'

/** The most milliseconds of one call. The next call goes on from there. */
const maxMilliseconds = 10_000

/** The beginning of keys, and the function that cleans one of them until `end` and returns how many entries went. */
type Cleaning = readonly [beginning: string, clean: (key: string, end: number) => Promise<number>]

/** The settings of a sweep. */
export interface SweepOptions {
  redis: Redis
  prefix: string
  now: () => number
  /** The greatest age of a line of the audit log, in milliseconds; undefined if age does not count. */
  retention: number | undefined
  /** True if items are kept here, not in a storage behind. */
  keepsItems: boolean
}

/**
 * Redis deletes expired keys by itself. This removes them from the lists that name them, lets lists expire with their last key, and deletes
 * lines of the audit log that are too old. One call walks through all keys for at most ten seconds; the next goes on from there. Returns
 * how many entries went.
 */
export function createSweep(options: SweepOptions): () => Promise<number> {
  const { redis, prefix, now, retention, keepsItems } = options
  const tidyList = (key: string) => {
    const list = key.slice(prefix.length)
    return atomically(redis, prefix, (keys) => tidy(keys, list, now() - clockSlackMilliseconds))
  }
  const kinds: Cleaning[] = [['sessions:', tidyList]]
  if (keepsItems) {
    kinds.push([ownedIndexes, (index, end) => sweepIndex(redis, { prefix, index }, end)])
  }
  if (retention !== undefined) {
    kinds.push(['audit:', (key) => trimAudit(redis, key, now() - retention)])
  }
  const walks = kinds.map(([kind, clean]) => createWalk(redis, prefix + kind, clean))
  return async () => {
    const end = performance.now() + maxMilliseconds
    let gone = 0
    for (const walk of walks) gone += await walk(end)
    if (retention !== undefined) await trimAuditIndex(redis, prefix, now() - retention)
    const index = prefix + itemIndex
    return keepsItems ? gone + (await sweepIndex(redis, { prefix, index }, end)) : gone
  }
}

/** Walks through the keys with this beginning on each server, from where it stopped last time. */
function createWalk(redis: Redis, beginning: string, clean: Cleaning[1]) {
  let place = 0
  let cursor = '0'
  return async (end: number): Promise<number> => {
    const servers = await redis.servers()
    let gone = 0
    do {
      const server = servers[place % servers.length]
      if (!server) return gone
      const { keys, next } = await scanKeys(server, beginning, cursor)
      cursor = next
      for (const key of keys) gone += await clean(key, end)
      if (cursor === '0') place = (place + 1) % servers.length
    } while ((cursor !== '0' || place !== 0) && performance.now() < end)
    return gone
  }
}

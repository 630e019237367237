import { trimAudit, trimAuditIndex } from './audit.ts'
import type { Redis } from './client.ts'
import { itemIndex, ownedIndexes, sweepIndex } from './item-index.ts'
import { atomically, clockSlackMilliseconds } from './keys.ts'
import { tidy } from './lists.ts'
import { scanKeys } from './scan.ts'

/** The time that one call goes on; the next one goes on from there. */
const maxMilliseconds = 10_000

/** The beginning of keys, and the function that tidies one of them up, until `end`; says how many entries went. */
type Cleaning = readonly [beginning: string, clean: (key: string, end: number) => Promise<number>]

/** The things to tidy up. */
export interface SweepOptions {
  redis: Redis
  prefix: string
  now: () => number
  /** The age that a line of the audit log may reach, in milliseconds. */
  retention: number | undefined
  /** Items are kept here, not in a storage behind. */
  keepsItems: boolean
}

/**
 * Redis forgets by itself what has expired. This takes the expired out of the lists that name it, gives lists an end that
 * have none, and drops the lines of the audit log that are too old. One call walks through all keys, for at most ten seconds;
 * the next call goes on where it stopped. Says how many entries went.
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

/** Walks through the keys of each server that begin so, from where it stopped last time. */
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

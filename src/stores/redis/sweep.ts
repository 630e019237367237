import { trimAudit } from './audit.ts'
import type { Redis } from './client.ts'
import { sweepItemIndex } from './item-index.ts'
import { atomically, clockSlackMilliseconds } from './keys.ts'
import { tidy } from './lists.ts'

/** How many keys Redis looks at in one step, and how long one call goes on; the next one goes on from there. */
const keysPerStep = '1000'
const maxMilliseconds = 10_000

/** What to tidy up. */
export interface SweepOptions {
  redis: Redis
  prefix: string
  now: () => number
  /** How old a line of the audit log may become, in milliseconds. */
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
  const kinds: [kind: string, clean: (key: string) => Promise<number>][] = [['sessions', tidyList]]
  if (keepsItems) kinds.push(['items', tidyList])
  if (retention !== undefined) {
    kinds.push(['audit', (key) => trimAudit(redis, key, now() - retention)])
  }
  const walks = kinds.map(([kind, clean]) => createWalk(redis, `${prefix}${kind}:`, clean))
  return async () => {
    const end = performance.now() + maxMilliseconds
    let gone = 0
    for (const walk of walks) gone += await walk(end)
    return keepsItems ? gone + (await sweepItemIndex(redis, prefix, end)) : gone
  }
}

/** Walks through the keys that begin so, from where it stopped last time. */
function createWalk(redis: Redis, beginning: string, clean: (key: string) => Promise<number>) {
  const pattern = `${beginning.replace(/[\\*?[\]]/g, '\\$&')}*`
  let cursor = '0'
  return async (end: number): Promise<number> => {
    let gone = 0
    do {
      const answer = await redis.send('SCAN', cursor, 'MATCH', pattern, 'COUNT', keysPerStep)
      const [next, found] = Array.isArray(answer) ? answer : ['0', []]
      cursor = String(next)
      for (const key of found) gone += await clean(String(key))
    } while (cursor !== '0' && performance.now() < end)
    return gone
  }
}

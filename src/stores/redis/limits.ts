import type { Limits } from '../parts.ts'
import type { Redis } from './client.ts'
import { expiry, joinKey, type Keys } from './keys.ts'
import type { Atomically } from './records.ts'

interface Window {
  uses: number
  expires: number
}

/** Counters of attempts in Redis, inside a draft. */
export function limits(atomically: Atomically, now: () => number): Limits {
  return {
    hit: (key, windowSeconds) =>
      atomically((keys) => countUse(keys, joinKey('limit', key), windowSeconds, now())),
  }
}

async function countUse(keys: Keys, place: string, seconds: number, now: number): Promise<number> {
  const before = (await keys.get(place)) as Window | undefined
  const open = before && before.expires > now ? before : { uses: 0, expires: now + seconds * 1000 }
  keys.set(place, { ...open, uses: open.uses + 1 }, new Date(open.expires))
  return open.uses + 1
}

const hitScript = `
local held = redis.call('GET', KEYS[1])
local window = held and cjson.decode(held)
if not window or window.expires <= tonumber(ARGV[1]) then
  window = { uses = 0, expires = tonumber(ARGV[2]) }
end
window.uses = window.uses + 1
redis.call('SET', KEYS[1], cjson.encode(window), 'PXAT', ARGV[3])
return window.uses`

/** Counters outside a draft: one script, which needs no second attempt. */
export function directLimits(redis: Redis, prefix: string, now: () => number): Limits {
  return {
    async hit(key, windowSeconds) {
      const end = now() + windowSeconds * 1000
      const values = [String(now()), String(end), expiry(new Date(end))]
      return Number(await redis.run(hitScript, [prefix + joinKey('limit', key)], values))
    },
  }
}

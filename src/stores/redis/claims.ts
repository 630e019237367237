import type { Claims } from '../parts.ts'
import type { Redis } from './client.ts'
import { expiry, joinKey } from './keys.ts'
import type { Atomically } from './records.ts'

/** Keys that can be taken once, in Redis, inside a draft. */
export function claims(atomically: Atomically, now: () => number): Claims {
  return {
    claim: (key, expires) =>
      atomically(async (keys) => {
        const held = Number((await keys.get(joinKey('claim', key))) ?? 0)
        if (held > now()) return false
        keys.set(joinKey('claim', key), expires.getTime(), expires)
        return true
      }),
    release: (key) => atomically(async (keys) => keys.delete(joinKey('claim', key))),
  }
}

const claimScript = `
local held = redis.call('GET', KEYS[1])
if held and tonumber(held) > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PXAT', ARGV[3])
return 1`

/** Claims outside a draft: one script, which needs no second attempt. */
export function directClaims(
  redis: Redis,
  prefix: string,
  now: () => number,
): Pick<Claims, 'claim'> {
  return {
    async claim(key, expires) {
      const values = [String(expires.getTime()), String(now()), expiry(expires)]
      return Number(await redis.run(claimScript, [prefix + joinKey('claim', key)], values)) === 1
    },
  }
}

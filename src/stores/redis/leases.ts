import type { Leases } from '../parts.ts'
import type { Redis } from './client.ts'
import { joinKey } from './keys.ts'

const leaseScript = `
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`

/** Leases in Redis, by its own clock: servers whose clocks differ agree on when one has ended. */
export function leases(redis: Redis, prefix: string): Leases {
  const place = (key: string) => prefix + joinKey('lease', key)
  return {
    async lease(key, seconds, owner) {
      const milliseconds = String(Math.max(1, Math.ceil(seconds * 1000)))
      return Number(await redis.run(leaseScript, [place(key)], [owner, milliseconds])) === 1
    },
    releaseLease: (key, owner) => redis.run(releaseScript, [place(key)], [owner]),
  }
}

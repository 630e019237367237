import type { AuditEntry, Storage, VerificationToken } from '../../types/storage.ts'
import type { Redis } from './client.ts'
import { decode, encode, expiry, type Keys, keyOf } from './keys.ts'
import type { Atomically } from './records.ts'

/** The part of a storage for what happens once or is counted. */
export type Moments = Pick<
  Required<Storage>,
  'createVerificationToken' | 'useVerificationToken' | 'claim' | 'release' | 'hit' | 'sweep'
>

interface Window {
  uses: number
  expires: number
}

/** What happens once or is counted, inside a draft. */
export function moments(atomically: Atomically, now: () => number): Moments {
  return {
    createVerificationToken: (token) =>
      atomically(async (keys) => keys.set(tokenPlace(token), token, token.expires)),
    useVerificationToken: (token) =>
      atomically(async (keys) => {
        const found = await keys.get(tokenPlace(token))
        keys.delete(tokenPlace(token))
        return (found as VerificationToken | undefined) ?? null
      }),
    claim: (key, expires) =>
      atomically(async (keys) => {
        const held = Number((await keys.get(keyOf('claim', key))) ?? 0)
        if (held > now()) return false
        keys.set(keyOf('claim', key), expires.getTime(), expires)
        return true
      }),
    release: (key) => atomically(async (keys) => keys.delete(keyOf('claim', key))),
    hit: (key, windowSeconds) =>
      atomically((keys) => countUse(keys, keyOf('limit', key), windowSeconds, now())),
    // Redis forgets what has expired by itself.
    sweep: async () => 0,
  }
}

async function countUse(keys: Keys, place: string, seconds: number, now: number): Promise<number> {
  const before = (await keys.get(place)) as Window | undefined
  const open = before && before.expires > now ? before : { uses: 0, expires: now + seconds * 1000 }
  keys.set(place, { ...open, uses: open.uses + 1 }, new Date(open.expires))
  return open.uses + 1
}

const claimScript = `
local held = redis.call('GET', KEYS[1])
if held and tonumber(held) > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PXAT', ARGV[3])
return 1`

const hitScript = `
local held = redis.call('GET', KEYS[1])
local window = held and cjson.decode(held)
if not window or window.expires <= tonumber(ARGV[1]) then
  window = { uses = 0, expires = tonumber(ARGV[2]) }
end
window.uses = window.uses + 1
redis.call('SET', KEYS[1], cjson.encode(window), 'PXAT', ARGV[3])
return window.uses`

/** The same outside a draft: each is one command or one script, so nobody has to try twice. */
export function directMoments(
  redis: Redis,
  prefix: string,
  now: () => number,
): Pick<Moments, 'useVerificationToken' | 'claim' | 'hit'> {
  return {
    async useVerificationToken(token) {
      const found = await redis.send('GETDEL', prefix + tokenPlace(token))
      return typeof found === 'string' ? (decode(found) as VerificationToken) : null
    },
    async claim(key, expires) {
      const values = [String(expires.getTime()), String(now()), expiry(expires)]
      return Number(await redis.run(claimScript, [prefix + keyOf('claim', key)], values)) === 1
    },
    async hit(key, windowSeconds) {
      const end = now() + windowSeconds * 1000
      const values = [String(now()), String(end), expiry(new Date(end))]
      return Number(await redis.run(hitScript, [prefix + keyOf('limit', key)], values))
    },
  }
}

/** How many lines of the audit log are kept for a user. */
const mostLines = 1000

/** The audit log in Redis: for each user the newest lines. */
export function audit(
  redis: Redis,
  prefix: string,
): Pick<Required<Storage>, 'audit' | 'listAudit'> {
  const place = (userId: string) => prefix + keyOf('audit', userId)
  return {
    async audit(entry) {
      await redis.send('LPUSH', place(entry.userId ?? ''), encode(entry))
      await redis.send('LTRIM', place(entry.userId ?? ''), '0', String(mostLines - 1))
    },
    async listAudit(userId, limit = 50) {
      const lines = await redis.send('LRANGE', place(userId), '0', String(limit - 1))
      return Array.isArray(lines) ? lines.map((line) => decode(String(line)) as AuditEntry) : []
    },
  }
}

function tokenPlace({ identifier, token }: { identifier: string; token: string }): string {
  return keyOf('token', identifier, token)
}

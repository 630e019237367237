import type { AuditEntry } from '../../types/storage.ts'
import type { Audit } from '../parts.ts'
import type { Redis } from './client.ts'
import { decode, encode, joinKey } from './keys.ts'

/** How many lines of the audit log are kept for a user. */
const mostLines = 1000

/** How long lines are kept. */
export interface AuditRule {
  now: () => number
  /** How old a line may become, in milliseconds. */
  retention: number | undefined
}

/** The audit log in Redis: for each user the newest lines. */
export function audit(redis: Redis, prefix: string, { now, retention }: AuditRule): Audit {
  const place = (userId: string) => prefix + joinKey('audit', userId)
  const isKept = ({ at }: AuditEntry) => retention === undefined || at.getTime() > now() - retention
  return {
    async audit(entry) {
      const key = place(entry.userId ?? '')
      await redis.send('LPUSH', key, encode(entry))
      await redis.send('LTRIM', key, '0', String(mostLines - 1))
      if (retention !== undefined) await redis.send('PEXPIRE', key, String(Math.ceil(retention)))
    },
    async listAudit(userId, limit = 50) {
      const lines = await redis.send('LRANGE', place(userId), '0', String(limit - 1))
      if (!Array.isArray(lines)) return []
      const entries = lines.map((line) => decode(String(line)) as AuditEntry)
      // Lines about nobody are in the place of an empty id.
      return entries.filter((entry) => isKept(entry) && entry.userId === userId)
    },
  }
}

/** New lines come in front, so the old ones are at the end. */
const trimScript = `
local gone = 0
while true do
  local last = redis.call('LINDEX', KEYS[1], -1)
  if not last or cjson.decode(last).at['$date'] > tonumber(ARGV[1]) then return gone end
  redis.call('RPOP', KEYS[1])
  gone = gone + 1
end`

/** Drops the lines of a log that are as old as this or older; says how many. */
export async function trimAudit(redis: Redis, key: string, oldest: number): Promise<number> {
  return Number(await redis.run(trimScript, [key], [String(Math.trunc(oldest))]))
}

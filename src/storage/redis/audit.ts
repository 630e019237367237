import type { AuditEntry } from '../../types/storage.ts'
import type { Audit } from '../parts.ts'
import type { Redis } from './client.ts'
import { decode, encode, joinKey } from './keys.ts'

/** How many lines of the audit log are kept for a user. */
const mostLines = 1000

/** The audit log in Redis: for each user the newest lines. */
export function audit(redis: Redis, prefix: string): Audit {
  const place = (userId: string) => prefix + joinKey('audit', userId)
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

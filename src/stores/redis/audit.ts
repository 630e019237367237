import type { AuditFilter, Paging } from '../../types/find.ts'
import type { AuditEntry } from '../../types/storage.ts'
import {
  type AuditLine,
  type AuditPlace,
  auditPageOf,
  auditStart,
  isAsked,
  toAuditPage,
} from '../audit-pages.ts'
import { entriesOf, linesOf } from '../pages.ts'
import type { Audit } from '../parts.ts'
import type { Redis } from './client.ts'
import { decode, encode, joinKey } from './keys.ts'
import type { Atomically } from './records.ts'

/** The most lines of the audit log that are kept for a user, and in all. */
const mostLines = 1000
const mostOfAll = 100_000

/** The milliseconds for which a user's lines are kept after the newest of them, unless `retention` is set. */
const idleMilliseconds: number = 400 * 86_400_000

/** The number of lines of all users that are read at once. */
const batch = 500

/** The rules of the audit log. */
export interface AuditRule {
  now: () => number
  /** The greatest age of a line, in milliseconds; undefined if age does not count. */
  retention: number | undefined
  /** Called with a line that the server refused, although it made the changes sent with it. */
  refused?: (entry: AuditEntry) => void
}

/** The audit log in Redis: the newest lines of each user and, once more, those of all users in an index by age. */
export function audit(redis: Redis, prefix: string, step: Atomically, rule: AuditRule): Audit {
  const { now, retention, refused } = rule
  const place = (userId: string) => joinKey('audit', userId)
  const isKept = ({ at }: AuditEntry) => retention === undefined || at.getTime() > now() - retention
  return {
    audit: (entry) =>
      step(async (keys) => {
        const key = place(entry.userId ?? '')
        const line = { ...entry, id: crypto.randomUUID() }
        const text = encode(line)
        const commands = [
          ['LPUSH', key, text],
          ['LTRIM', key, '0', String(mostLines - 1)],
          ['PEXPIRE', key, String(Math.ceil(retention ?? idleMilliseconds))],
          ['ZADD', auditIndex, '0', beginning(line) + text],
          ['ZREMRANGEBYRANK', auditIndex, '0', String(-mostOfAll - 1)],
        ] as const
        keys.send(commands, refused && (() => refused(entry)))
      }),
    async findAudit(filter, paging = {}) {
      const isWanted = (line: AuditLine) => isKept(line) && isAsked(line, filter)
      if (filter.user === undefined)
        return toAuditPage(await searchAll(redis, prefix, filter, paging, isWanted), paging)
      const lines = await redis.send('LRANGE', prefix + place(filter.user), '0', '-1')
      const own = Array.isArray(lines) ? lines.map(toLine) : []
      return auditPageOf(own.filter(isWanted), filter, paging)
    },
    async listAudit(userId, limit) {
      const most = linesOf(limit)
      // Redis takes -1 for the last one.
      if (most === 0) return []
      const lines = await redis.send('LRANGE', prefix + place(userId), '0', String(most - 1))
      if (!Array.isArray(lines)) return []
      const entries = lines.map((line) => withoutId(decode(String(line)) as AuditLine))
      // Lines without a user are under an empty id.
      return entries.filter((entry) => isKept(entry) && entry.userId === userId)
    },
  }
}

/** The key of the index of all lines. */
const auditIndex = 'audit-index'

/** A line of a user. Lines from before lines had ids get their distance from the end, which new lines do not change. */
function toLine(line: unknown, place: number, { length }: readonly unknown[]): AuditLine {
  const id = String(length - place).padStart(5, '0')
  return { id, ...(decode(String(line)) as AuditEntry) }
}

function withoutId({ id: _, ...entry }: AuditLine): AuditEntry {
  return entry
}

/** The beginning of a line's text in the index, which sorts it. Every moment has the same number of digits. */
function beginning({ at, id }: { at: Date; id: string }): string {
  return `${moment(at.getTime())}:${id}:`
}

function moment(milliseconds: number): string {
  return String(Math.max(milliseconds, 0)).padStart(15, '0')
}

/** The lines of all users that are wanted, newest first: one more than fits on the page, if there are as many. */
async function searchAll(
  redis: Redis,
  prefix: string,
  { since }: AuditFilter,
  paging: Paging,
  isWanted: (line: AuditLine) => boolean,
): Promise<AuditLine[]> {
  const least = since ? `[${moment(since.getTime())}` : '-'
  const start: AuditPlace | undefined = auditStart(paging)
  let most = start ? `(${beginning({ at: new Date(start.at), id: start.id })}` : '+'
  const wanted = entriesOf(paging) + 1
  const found: AuditLine[] = []
  for (;;) {
    const range = [most, least, 'LIMIT', '0', String(batch)]
    const answer = await redis.send('ZREVRANGEBYLEX', prefix + auditIndex, ...range)
    const texts = Array.isArray(answer) ? answer.map(String) : []
    // A moment and an id, which hold no braces, precede the line's JSON.
    const lines = texts.map((text) => decode(text.slice(text.indexOf('{'))) as AuditLine)
    found.push(...lines.filter(isWanted))
    if (found.length >= wanted || texts.length < batch) return found.slice(0, wanted)
    most = `(${texts.at(-1)}`
  }
}

/** Deletes the lines of this moment or older from the index; returns how many. */
export async function trimAuditIndex(
  redis: Redis,
  prefix: string,
  oldest: number,
): Promise<number> {
  const end = `(${moment(Math.trunc(oldest) + 1)}`
  return Number(await redis.send('ZREMRANGEBYLEX', prefix + auditIndex, '-', end))
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

/** Deletes the lines of this moment or older from a user's log; returns how many. */
export async function trimAudit(redis: Redis, key: string, oldest: number): Promise<number> {
  return Number(await redis.run(trimScript, [key], [String(Math.trunc(oldest))]))
}

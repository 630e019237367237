import { eventNames } from '../config/options.ts'
import { requireOperation } from '../services/require-storage.ts'
import type { AuditEntry } from '../types/storage.ts'
import { envOption, type Opened, withStorage } from './application-storage.ts'
import { type Command, defineCommand, unknownName, usageError } from './command.ts'
import { more, pagingOptions, readPaging } from './paging.ts'
import { printable } from './users.ts'

/** Lists lines of the audit log. */
export const audit: Command = defineCommand({
  summary: 'List the audit log of everybody, newest first',
  about: `It reads the storage of the file that calls Auth(); without a name, of auth.ts in the usual places. It changes nothing.`,
  words: ['[auth.ts]'],
  options: {
    event: { type: 'string', value: '<name>', about: 'only lines of this event, such as signIn' },
    since: {
      type: 'string',
      value: '<moment>',
      about: 'only lines since then: a date such as 2026-11-17, or an age such as 30m, 12h or 7d',
    },
    user: { type: 'string', value: '<id>', about: 'only lines about this user' },
    ...pagingOptions,
    ...envOption,
  },
  exits: true,
  async run({ values, words }, context) {
    const { event, user, env } = values
    const filter = { event, user, since: readSince(values.since) }
    const paging = readPaging(values)
    const page = await withStorage(context, words, env, async (storage, { config }) => {
      const found = await requireOperation(storage, 'findAudit')(filter, paging)
      if (event && !found.entries[0]) assertEvent(event, config.parts)
      return found
    })
    const lines = page.entries.length > 0 ? page.entries.map(line) : ['There are no such lines.']
    context.report(page, [...lines, ...more(page.next)].join('\n'))
  },
})

/** Refuses a name that no event has. Lines of a part that was taken out since are found all the same. */
function assertEvent(event: string, parts: Opened['config']['parts']): void {
  const known = [...Object.keys(eventNames), ...parts.flatMap(({ events = [] }) => events)]
  if (!known.includes(event))
    throw unknownName('event', event, known, `: there are ${known.join(', ')}`)
}

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function readSince(written: string | undefined): Date | undefined {
  if (written === undefined) return undefined
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(written) ?? []
  if (count && unit)
    return new Date(Date.now() - Number(count) * milliseconds[unit as keyof typeof milliseconds])
  const date = new Date(written)
  const [day] = /^\d{4}-\d\d-\d\d/.exec(written) ?? []
  // 30 February would be read as a day of March.
  if (day && !Number.isNaN(date.getTime()) && new Date(day).toJSON()?.startsWith(day)) return date
  throw usageError(`--since is a date such as 2026-11-17 or an age such as 7d, not "${written}"`)
}

function line({ at, event, userId, provider, ip, detail }: AuditEntry): string {
  const facts = [at.toISOString(), event, userId ?? '–', provider ?? '–', ip ?? '–']
  return [...facts, ...(detail ? [JSON.stringify(detail)] : [])].map(printable).join('  ')
}

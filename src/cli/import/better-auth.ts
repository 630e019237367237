import type { CliContext } from '../command.ts'
import { usageError } from '../command.ts'
import { openSource } from './better-auth/open-source.ts'
import { readPeople } from './better-auth/read-people.ts'
import { countRows, findTables, otherTables } from './better-auth/tables.ts'
import { importPeople } from './import-people.ts'
import type { ImportReport } from './report.ts'
import type { Target } from './target.ts'

/** The options of an import from Better Auth. */
interface BetterAuthSource {
  readonly from: string | undefined
  readonly tables: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Imports all people from a database of Better Auth. */
export async function importBetterAuth(
  target: Target,
  { from, tables: chosen, env }: BetterAuthSource,
  context: CliContext,
): Promise<ImportReport> {
  if (!from) throw usageError('--from is missing: the database of Better Auth')
  const opened = await openSource(from)
  try {
    const { connection } = opened
    const tables = await findTables(connection, chosen, opened.notes)
    const people = readPeople(connection, tables, theirSecrets(env))
    const report = await importPeople(target, 'better-auth', people, (read) =>
      context.note(`${read} people read`),
    )
    report.notes.push(...opened.notes)
    for (const [table, { name }] of tables)
      report.notes.push(`${table}: ${await countRows(connection, name)} rows in ${name}.`)
    report.notes.push(...(await otherTables(connection)))
    return report
  } finally {
    await opened.close()
  }
}

/** The secrets that Better Auth reads; `BETTER_AUTH_SECRETS` numbers its own. */
function theirSecrets(env: BetterAuthSource['env']): string[] {
  const { BETTER_AUTH_SECRET, BETTER_AUTH_SECRETS = '', AUTH_SECRET } = env
  const numbered = BETTER_AUTH_SECRETS.split(',').map((one) => one.trim().replace(/^\d+:/, ''))
  return [...numbered, BETTER_AUTH_SECRET, AUTH_SECRET].filter((one): one is string => Boolean(one))
}

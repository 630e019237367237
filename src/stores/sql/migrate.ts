import { AuthError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'
import type { Dialect, FoundTable } from './dialect.ts'
import { planMappedColumns, planMigration } from './migration-plan.ts'
import type { Names } from './names.ts'
import { migrationMilliseconds } from './open-connection.ts'
import { ownTablesAdvice } from './own-tables-advice.ts'
import { latest, migrations, tableKeys } from './schema.ts'
import { type Sql, sql } from './sql.ts'

/** The table of the migrations that a database has had. */
export const historyTable = 'portico_migrations'

/** Options of a migration. */
export interface MigrateOptions {
  /** Returns the statements without running them. */
  print?: boolean
}

/** Brings the database to the newest version; returns the statements that were run, or would be. */
export async function migrate(
  connection: Connection,
  names: Names,
  options: MigrateOptions & { now: () => number },
): Promise<string[]> {
  if (options.print)
    return (await pending(connection, names)).flatMap(({ statements }) => statements)
  return alone[connection.dialect.name](connection, async (connection) => {
    const steps = await pending(connection, names)
    for (const step of steps) {
      for (const statement of step.statements) await run(connection, statement)
      const { version, name } = step
      if (version === undefined) continue
      await connection.write(sql`
        insert into ${sql.table(historyTable)} (version, name, applied)
        values (${version}, ${name}, ${options.now()})`)
    }
    return steps.flatMap(({ statements }) => statements)
  })
}

/**
 * Makes the table of items where the users are in another storage: without a foreign key, and without a version, whose other tables are
 * missing. Returns the statements that were run, or would be.
 */
export async function migrateItems(
  connection: Connection,
  names: Names,
  { print = false }: MigrateOptions,
): Promise<string[]> {
  const plan = async ({ dialect, read }: Connection) => {
    const found = new Map(await dialect.inspect(read, [names.table('items')]))
    const ground = { dialect, names, found, tableOptions: await dialect.tableOptions(read) }
    return migrations.flatMap(({ adds: { items }, ...migration }) => {
      const { owner: _, ...table } = items ?? { columns: {} }
      return items ? planMigration({ ...migration, adds: { items: table } }, ground) : []
    })
  }
  if (print) return plan(connection)
  return alone[connection.dialect.name](connection, async (connection) => {
    const statements = await plan(connection)
    for (const statement of statements) await run(connection, statement)
    return statements
  })
}

/** The version that a database is at; 0 when it has never been migrated. */
export async function currentVersion(connection: Connection): Promise<number> {
  const { rows } = await connection.read(
    sql`select max(version) as version from ${sql.table(historyTable)}`,
  )
  return Number(rows[0]?.version ?? 0)
}

interface Step {
  /** Undefined for columns that were mapped since, which belong to no version. */
  version?: number
  name?: string
  statements: string[]
}

async function pending(connection: Connection, names: Names): Promise<Step[]> {
  const { dialect, read } = connection
  const asked = [...tableKeys.map(names.table), historyTable]
  const found = new Map(await dialect.inspect(read, asked))
  const known = found.has(historyTable)
  const version = known ? await currentVersion(connection) : 0
  if (version > latest) throw newer(version)
  await assertEmailOptional(connection, names, found)
  const ground = { dialect, names, found, tableOptions: await dialect.tableOptions(read) }
  const applied = migrations.filter((migration) => migration.version <= version)
  const mapped = planMappedColumns(applied, ground)
  const steps: Step[] = migrations
    .filter((migration) => migration.version > version)
    .map((migration) => ({ ...migration, statements: planMigration(migration, ground) }))
  if (mapped.length > 0) steps.unshift({ statements: mapped })
  if (!known) steps[0]?.statements.unshift(createHistory(dialect, ground.tableOptions))
  return steps
}

/**
 * Refuses a table of users that requires an address: not every platform gives one (TikTok does not), and people without one must be able to
 * sign up.
 */
async function assertEmailOptional(
  { dialect, read }: Connection,
  names: Names,
  found: ReadonlyMap<string, FoundTable>,
): Promise<void> {
  const table = names.table('users')
  const name = names.column('users', 'email')
  const email = found.get(table)?.columns.find((column) => column.name === name)
  if (!email || email.nullable) return
  const statement = await dialect.allowNull(read, table, email)
  const column = `${JSON.stringify(name)} of table ${JSON.stringify(table)}`
  throw new AuthError('Configuration', `Column ${column} must be allowed to be empty`, {
    field: 'database',
    hint:
      ownTablesAdvice('users', names, found) ??
      `Not every platform tells an e-mail address. Nothing was changed. Run this, then migrate again:\n${statement};\n`,
  })
}

function createHistory({ quote, types }: Dialect, options: string): string {
  const columns = [
    `${quote('version')} ${types.number} not null primary key`,
    `${quote('name')} ${types.key} not null`,
    `${quote('applied')} ${types.number} not null`,
  ]
  return `create table ${quote(historyTable)} (\n  ${columns.join(',\n  ')}\n) ${options}`.trim()
}

async function run(connection: Connection, statement: string): Promise<void> {
  try {
    await connection.write(sql.raw(statement))
  } catch (error) {
    if (classifyFault(connection.dialect, error) !== 'duplicate') throw error
    throw new AuthError('Configuration', `Rows that must differ are equal: ${statement}`, {
      hint: 'Merge or remove the duplicates, then migrate again. Nothing has been deleted.',
      cause: error,
    })
  }
}

function newer(version: number): AuthError {
  return new AuthError(
    'Configuration',
    `The database is at version ${version}; this Portico knows versions up to ${latest}`,
    { hint: 'Update Portico. Migrations never go back.' },
  )
}

// Any number that other users of advisory locks in the same database are unlikely to choose.
const advisoryLock = 7_064_842_651

/** The name of the lock in MySQL, of at most 64 characters. The database's name alone may have as many, so it is hashed. */
export const mysqlLockName: Sql = sql`concat('portico ', left(sha2(database(), 256), 32))`

type Alone = <T>(connection: Connection, work: (connection: Connection) => Promise<T>) => Promise<T>

/** Lets one process migrate at a time, in each database's way. */
const alone: Readonly<Record<Dialect['name'], Alone>> = {
  sqlite: (connection, work) => connection.transaction(work),
  postgres: (connection, work) =>
    connection.transaction(async (connection) => {
      await connection.write(sql`select pg_advisory_xact_lock(${sql.integer(advisoryLock)})`)
      return work(connection)
    }),
  // MySQL's definitions are not part of transactions; after a crash, the next run adds what is missing.
  mysql: (connection, work) =>
    connection.alone(async (connection) => {
      const seconds = sql.integer(migrationMilliseconds / 1000)
      const { rows } = await connection.write(
        sql`select get_lock(${mysqlLockName}, ${seconds}) as held`,
      )
      if (Number(rows[0]?.held) !== 1) {
        throw new AuthError('StorageError', 'Another process has been migrating for an hour')
      }
      try {
        return await work(connection)
      } finally {
        await connection.write(sql`select release_lock(${mysqlLockName})`)
      }
    }),
}

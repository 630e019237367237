import mysql2 from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/stores/sql/dialect.ts'
import { mysqlLockName } from '../../src/stores/sql/migrate.ts'
import { mysql } from '../../src/stores/sql/mysql.ts'
import { type Statement, sql } from '../../src/stores/sql/sql.ts'
import { serverOf } from './servers.ts'

/** What information_schema of a MySQL 8.0 holds about two columns and their indexes, by its own names. */
const recorded = {
  columns: [
    {
      TABLE_NAME: 'users',
      COLUMN_NAME: 'id',
      COLUMN_TYPE: 'int unsigned',
      IS_NULLABLE: 'NO',
      COLUMN_DEFAULT: null,
      EXTRA: 'auto_increment',
      CHARACTER_SET_NAME: null,
      COLLATION_NAME: null,
    },
    {
      TABLE_NAME: 'users',
      COLUMN_NAME: 'seen',
      COLUMN_TYPE: 'datetime(3)',
      IS_NULLABLE: 'NO',
      COLUMN_DEFAULT: 'CURRENT_TIMESTAMP(3)',
      EXTRA: 'DEFAULT_GENERATED on update CURRENT_TIMESTAMP(3)',
      CHARACTER_SET_NAME: null,
      COLLATION_NAME: null,
    },
    {
      TABLE_NAME: 'users',
      COLUMN_NAME: 'email',
      COLUMN_TYPE: 'varchar(255)',
      IS_NULLABLE: 'YES',
      COLUMN_DEFAULT: null,
      EXTRA: '',
      CHARACTER_SET_NAME: 'utf8mb4',
      COLLATION_NAME: 'utf8mb4_0900_ai_ci',
    },
  ],
  statistics: [
    { TABLE_NAME: 'users', NON_UNIQUE: 0, COLUMNS: 'id' },
    { TABLE_NAME: 'users', NON_UNIQUE: 0, COLUMNS: 'email' },
  ],
} as const

/** Answers as MySQL 8 does: under the name that the statement gives, or under its own in upper case. */
function answer(text: string): Row[] {
  const [, list = '', table] = /select(.*)from information_schema\.(\w+)/s.exec(text) ?? []
  const items = list.replace(/group_concat\([^)]*\)/, 'columns').split(',')
  const rows: readonly Row[] = table === 'columns' ? recorded.columns : recorded.statistics
  return rows.map((row) =>
    Object.fromEntries(
      items.map((item) => {
        const [name = '', alias] = item.trim().split(' as ')
        return [alias?.replaceAll('`', '') ?? name.toUpperCase(), row[name.toUpperCase()]]
      }),
    ),
  )
}

test('columns are understood by recorded metadata of MySQL 8 (not run on a MySQL 8 server)', async () => {
  const run = async (statement: Statement) => ({
    rows: answer(statement.compile(mysql).text),
    changes: 0,
    insertId: 0n,
  })
  const users = (await mysql.inspect(run, ['users'])).get('users')
  expect(users?.columns).toEqual(
    [
      { name: 'id', type: 'int unsigned', nullable: false, automatic: true },
      { name: 'seen', type: 'datetime(3)', nullable: false, automatic: true },
      { name: 'email', type: 'varchar(255)', nullable: true, automatic: false },
    ].map((column) => expect.objectContaining(column)),
  )
  expect(users?.indexes).toEqual([
    expect.objectContaining({ columns: ['id'], unique: true }),
    expect.objectContaining({ columns: ['email'], unique: true }),
  ])
})

const start = serverOf('MariaDB')

describe.skipIf(!start)('the lock of a migration', () => {
  test('has a name of at most 64 characters, as MySQL 8 demands (measured on MariaDB)', async () => {
    const server = await start?.()
    const connection = await mysql2.createConnection(server?.address ?? '')
    const names = new Set<string>()
    for (const name of ['a'.repeat(64), `${'a'.repeat(63)}b`]) {
      await connection.query(`create database ${name}`)
      await connection.query(`use ${name}`)
      const [rows] = await connection.query(
        sql`select ${mysqlLockName} as name`.compile(mysql).text,
      )
      names.add(Object(rows)[0].name)
    }
    expect(names.size).toBe(2)
    for (const name of names) expect(name.length).toBeLessThanOrEqual(64)
    await connection.end()
    await server?.stop()
  })
})

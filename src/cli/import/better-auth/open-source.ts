import { connect } from '../../../stores/sql/connect.ts'
import type { OpenConnection } from '../../../stores/sql/open-connection.ts'
import { sqlitePath } from '../../../stores/sql/sqlite-file.ts'
import { usageError } from '../../command.ts'
import { type OpenFile, openSqlite } from './open-sqlite.ts'

const options = { connections: 2, timeout: 60_000, warn: () => {} }

/** The database to import from. */
export type OpenSource = OpenConnection & Pick<OpenFile, 'notes'>

/** Opens the database to import from. A file is opened read-only. */
export async function openSource(address: string): Promise<OpenSource> {
  const [, scheme] = /^(\w+):\/\//.exec(address) ?? []
  if (scheme && /^(?:postgres(?:ql)?|mysql|mariadb)$/.test(scheme))
    return { ...connect(address, options), notes: [] }
  if (scheme && scheme !== 'file')
    throw usageError(
      `--from can't be ${scheme}://: write file:./auth.db, postgres://… or mysql://…`,
    )
  const { database, notes } = await openSqlite(sqlitePath(address) ?? address)
  const opened = connect(database, options)
  return {
    ...opened,
    notes,
    async close() {
      await opened.close()
      database.close()
    },
  }
}

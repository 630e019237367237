import { existsSync } from 'node:fs'
import { connect } from '../../../stores/sql/connect.ts'
import type { OpenConnection } from '../../../stores/sql/open-connection.ts'
import { sqlitePath } from '../../../stores/sql/sqlite-file.ts'
import { usageError } from '../../command.ts'

const options = { connections: 2, timeout: 60_000, warn: () => {} }

/** Opens the database that people come from. A file is opened to be read only. */
export async function openSource(address: string): Promise<OpenConnection> {
  const path = /^[a-z]+:\/\//.test(address) ? undefined : (sqlitePath(address) ?? address)
  if (path === undefined) return connect(address, options)
  if (!existsSync(path)) throw usageError(`There is no file ${path}`)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { readOnly: true })
  const opened = connect(database, options)
  return {
    ...opened,
    async close() {
      await opened.close()
      database.close()
    },
  }
}

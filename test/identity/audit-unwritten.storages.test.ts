import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'
import { describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { ofThisSuite, serverOf, startRedis, temporaryFolder } from '../storage/servers.ts'
import { tiktok } from '../tiktok/practice.ts'
import { signInWithoutLog, unwritten } from './unwritten.ts'

describe.each((['SQLite', 'PostgreSQL', 'MariaDB'] as const).filter(ofThisSuite))(
  'with its lines in %s',
  (name) => {
    const start = name === 'SQLite' ? undefined : serverOf(name)

    test.skipIf(name !== 'SQLite' && !start)(
      'a log whose table is gone stands in nobody’s way either, and the sign-in is stored',
      async () => {
        const server = await start?.()
        const address = server?.address ?? `file:${temporaryFolder()}/auth.db`
        const storage = sql(address, { migrate: true })
        await signInWithoutLog(storage, async () => removeLog[name]?.(address))
        await storage.close()
        await server?.stop()
      },
    )
  },
)

test.each((['Redis'] as const).filter(ofThisSuite).filter(serverOf))(
  'a log that %s does not take stands in nobody’s way either, where a line is written after its transaction',
  async () => {
    const server = await startRedis()
    const storage = redis(server.address)
    const { browser, log } = await tiktok({}, { storage })
    const client = await createClient({ url: server.address }).connect()
    await client.sendCommand(['ACL', 'SETUSER', 'default', '-lpush'])
    await browser.signIn('tiktok', { as: 'ada' })
    const userId = (await browser.session())?.user.id ?? ''
    expect(log.errors).toEqual([])
    expect(await storage.listAccounts?.(userId)).toHaveLength(1)
    expect(log.warnings.filter((line) => line.includes('audit log'))).toEqual(unwritten)
    await client.close()
    await storage.close?.()
    await server.stop()
  },
)

const removeLog: Record<string, (address: string) => Promise<void>> = {
  async SQLite(address) {
    const database = new DatabaseSync(address.slice('file:'.length))
    database.exec('drop table portico_audit')
    database.close()
  },
  async PostgreSQL(address) {
    const client = new pg.Client(address)
    await client.connect()
    await client.query('drop table portico_audit')
    await client.end()
  },
  async MariaDB(address) {
    const connection = await mysql.createConnection(address)
    await connection.query('drop table portico_audit')
    await connection.end()
  },
}

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { newUser } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('PgBouncer')

describe.skipIf(!start)('behind a PgBouncer in transaction mode', () => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await start?.()
  })
  afterAll(() => server?.stop())

  test('the server ends a transaction that waits too long, and the next user of the connection has no limit', async () => {
    const storage = sql(server?.address ?? '', { secrets, timeout: 300, connections: 1 })
    await storage.migrate()
    const user = await storage.createUser(newUser())
    const client = new pg.Client(server?.address)
    await client.connect()
    await client.query('begin')
    await client.query('select id from users where id = $1 for update', [user.id])
    await expect(storage.updateUser({ id: user.id, name: 'Ada' })).rejects.toMatchObject({
      code: 'StorageError',
      message: expect.stringContaining('statement timeout'),
    })
    await client.query('rollback')
    expect(await storage.updateUser({ id: user.id, name: 'Ada' })).toMatchObject({ name: 'Ada' })
    const { rows } = await client.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '0' }])
    await client.end()
    await storage.close()
  })
})

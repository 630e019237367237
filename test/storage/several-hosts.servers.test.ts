import { describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { addressesIn } from '../../src/stores/sql/several-hosts.ts'
import { applicationPool } from './application-pool.ts'
import { newUser } from './people.ts'
import { serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('PostgreSQL')

test.each([
  ['postgres://db/app', ['postgres://db/app']],
  ['postgres://a:p%2C@h1:1,h2/app', ['postgres://a:p%2C@h1:1/app', 'postgres://a:p%2C@h2/app']],
  ['postgres://a:p,q@db/app', ['postgres://a:p,q@db/app']],
  [
    'postgres://h1,h2/app?target_session_attrs=read-write&sslmode=require',
    ['postgres://h1/app?sslmode=require', 'postgres://h2/app?sslmode=require'],
  ],
  ['postgres://h1,h2/app?target_session_attrs=any', ['postgres://h1/app', 'postgres://h2/app']],
])('reads the servers of %s', (address, servers) => {
  expect(addressesIn(address)).toEqual(servers)
})

describe.skipIf(!start)('two PostgreSQL servers in one address', () => {
  test('the one that can be written to is used, and the other one when that has changed', async () => {
    const [first, second] = [await start?.(), await start?.()]
    if (!first || !second) throw new Error('two servers')
    const turn = async (server: typeof first, isStandby: boolean) => {
      const pool = applicationPool(server.address)
      await pool.query(`alter system set default_transaction_read_only = ${isStandby}`)
      await pool.query('select pg_reload_conf()')
      await expect
        .poll(async () => {
          const { rows } = await pool.query('show default_transaction_read_only')
          return rows[0]?.default_transaction_read_only
        })
        .toBe(isStandby ? 'on' : 'off')
      await pool.end()
    }
    for (const { address } of [first, second]) {
      const storage = sql(address, { secrets })
      await storage.migrate()
      await storage.close()
    }
    const { host } = new URL(second.address)
    const both = first.address.replace(new URL(first.address).host, (own) => `${own},${host}`)
    await turn(first, true)
    const storage = sql(both, { secrets })
    const ada = await storage.createUser(newUser({ name: 'Ada' }))
    expect(await readAt(second.address, ada.id)).toBe('Ada')
    await turn(first, false)
    await turn(second, true)
    // The connection that is open finds out when it writes; what comes after goes to the other one.
    await Promise.resolve(storage.createUser(newUser())).catch(() => undefined)
    const eve = await storage.createUser(newUser({ name: 'Eve' }))
    expect(await readAt(first.address, eve.id)).toBe('Eve')
    await first.stop()
    await turn(second, false)
    const bob = await storage.createUser(newUser({ name: 'Bob' }))
    expect(await readAt(second.address, bob.id)).toBe('Bob')
    await storage.close()
    await second.stop()
  })
})

async function readAt(address: string, id: string): Promise<string | null | undefined> {
  const storage = sql(address, { secrets })
  const user = await storage.getUser(id)
  await storage.close()
  return user?.name
}

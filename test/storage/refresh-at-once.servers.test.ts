import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import { databases } from './databases.ts'
import { newAccount, newUser, unique } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('PostgreSQL')
const { create, query } = databases.PostgreSQL

describe.skipIf(!start)('a refresh by two statements, on PostgreSQL', () => {
  let server: Server | undefined
  let address: string
  let storage: SqlStorage
  beforeAll(async () => {
    server = await start?.()
    address = await create(server)
    storage = sql(address, { secrets })
    await storage.migrate()
  })
  afterAll(async () => {
    await storage?.close()
    await server?.stop()
  })

  /** Somebody with an account whose refresh token is `rft.1`, and the lease of its refreshes. */
  const known = async () => {
    const user = await storage.createUser(newUser())
    const account = { ...newAccount(user.id), access_token: 'act.1', refresh_token: 'rft.1' }
    await storage.linkAccount(account)
    const key = `refresh ${account.provider} ${account.providerAccountId}`
    const lease = (owner: string, seconds = 30) => ({ key, owner, seconds })
    return { user, account, lease }
  }
  const leases = () => query(address, 'select key, owner from portico_leases')
  const tokens = (count: number) => ({
    access_token: `act.${count}`,
    refresh_token: `rft.${count}`,
    expires_at: 2_000_000_000 + count,
  })
  const waitsForLock = async () =>
    (await query(address, "select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length

  test('gives the lease and the account to one of two, and to the other one what the first has written', async () => {
    const { account, lease } = await known()
    const first = await storage.leaseAccount(account, lease('one'))
    expect(first).toEqual(account)
    expect(await storage.leaseAccount(account, lease('two'))).toBeNull()
    // Whoever did not hear the answer asks again.
    expect(await storage.leaseAccount(account, lease('one'))).toEqual(account)
    expect(await storage.endRefresh(first ?? account, 'rft.1', tokens(2), lease('one'))).toBe(true)
    expect(await leases()).toEqual([])
    expect(await storage.leaseAccount(account, lease('two'))).toEqual({ ...account, ...tokens(2) })
    await storage.releaseLease(lease('two').key, 'two')
  })

  test('keeps the lease, and writes nothing, if another token is stored by now', async () => {
    const { account, lease } = await known()
    const read = (await storage.leaseAccount(account, lease('one'))) ?? account
    await storage.updateAccount({ ...account, ...tokens(7) })
    expect(await storage.endRefresh(read, 'rft.1', tokens(2), lease('one'))).toBe(false)
    expect(await storage.listAccounts(account.userId)).toEqual([{ ...account, ...tokens(7) }])
    expect(await storage.lease(lease('two').key, 30, 'two')).toBe(false)
    await storage.releaseLease(lease('one').key, 'one')
  })

  test('writes tokens after its lease has ended, and leaves the lease to whoever has it now', async () => {
    const { account, lease } = await known()
    const late = (await storage.leaseAccount(account, lease('late', 0.001))) ?? account
    await expect
      .poll(() => storage.leaseAccount(account, lease('next')))
      .toMatchObject({ refresh_token: 'rft.1' })
    expect(await storage.endRefresh(late, 'rft.1', tokens(2), lease('late'))).toBe(true)
    expect(await storage.endRefresh(late, 'rft.1', tokens(3), lease('next'))).toBe(false)
    expect(await storage.listAccounts(account.userId)).toEqual([{ ...account, ...tokens(2) }])
    expect(await leases()).toEqual([{ key: lease('').key, owner: 'next' }])
    await storage.releaseLease(lease('next').key, 'next')
  })

  test('gives nothing to lease of an account that was disconnected or is somebody else’s', async () => {
    const { account, lease } = await known()
    const { user: other } = await known()
    expect(await storage.leaseAccount({ ...account, userId: other.id }, lease('one'))).toBeNull()
    await storage.unlinkAccount(account)
    expect(await storage.leaseAccount(account, lease('one'))).toBeNull()
    expect(await storage.endRefresh(account, 'rft.1', tokens(2), lease('one'))).toBe(false)
    expect(await leases()).toEqual([])
  })

  test('reads what was written while it waited, never what was there when it began', async () => {
    const { account, lease } = await known()
    expect(await storage.leaseAccount(account, lease('one'))).toEqual(account)
    // The other server writes its tokens and gives its lease back, and has not committed yet.
    const other = new pg.Client(address)
    await other.connect()
    await other.query('begin')
    await other.query('update accounts set expires_at = 77 where "providerAccountId" = $1', [
      account.providerAccountId,
    ])
    await other.query('delete from portico_leases where key = $1', [lease('').key])
    const leased = storage.leaseAccount(account, lease('two'))
    await expect.poll(waitsForLock).toBe(1)
    await other.query('commit')
    await other.end()
    expect(await leased).toEqual({ ...account, expires_at: 77 })
    await storage.releaseLease(lease('two').key, 'two')
  })

  test('sends no refresh token twice, however many servers want to refresh and sign in at once', async () => {
    const servers = [storage, sql(address, { secrets }), sql(address, { secrets })]
    const { account, lease } = await known()
    const sent: string[] = []
    let refreshes = 1
    const refreshOn = async (own: SqlStorage) => {
      const mine = lease(unique())
      const found = await own.leaseAccount(account, mine)
      if (!found) return false
      const { refresh_token = '' } = found
      sent.push(refresh_token)
      // The platform takes a moment, in which it replaces the token.
      const renewed = tokens(++refreshes)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      expect(await own.endRefresh(found, refresh_token, renewed, mine)).toBe(true)
      return true
    }
    const { provider, providerAccountId } = account
    const named = { provider, providerAccountId }
    const callers = Array.from({ length: 4 }, () => servers).flat()
    await Promise.all(
      callers.map(async (own) => {
        for (let done = 0; done < 10; ) {
          if (await refreshOn(own)) done++
          // What the platform tells at a sign-in.
          else await own.updateAccount({ ...named, scope: unique() })
        }
      }),
    )
    expect(sent).toHaveLength(120)
    expect(new Set(sent).size).toBe(120)
    expect(await leases()).toEqual([])
    for (const own of servers.slice(1)) await own.close()
  })

  test.skipIf(!serverOf('Redis'))(
    'is left to several steps where Redis has the leases',
    async () => {
      const server = await serverOf('Redis')?.()
      const both = redis(server?.address ?? '', { inFrontOf: storage, secrets })
      expect(both.leaseAccount).toBeUndefined()
      expect(both.endRefresh).toBeUndefined()
      await both.transaction?.(async (inside) => expect(inside.leaseAccount).toBeUndefined())
      const { account, lease } = await known()
      expect(await both.lease?.(lease('').key, 30, 'one')).toBe(true)
      expect(await leases()).toEqual([])
      expect(await both.listAccounts?.(account.userId)).toEqual([account])
      // Its connection ends, and that of the database is ours.
      await both.close?.()
      await server?.stop()
      storage = sql(address, { secrets })
    },
  )
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import type { SqlConnection } from '../../src/types/storage.ts'
import { race } from '../contracts/storage/stage.ts'
import { databases } from './databases.ts'
import { newAccount, newSession, newUser, unique } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('PostgreSQL')
const { create, query } = databases.PostgreSQL

describe.skipIf(!start)('sign-ins and sign-outs by one statement, on PostgreSQL', () => {
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

  const line = () => ({ at: new Date(), event: 'signIn', provider: 'platform' })
  const session = () => {
    const { userId: _, ...rest } = newSession('')
    return rest
  }
  /** Somebody with an account, and a sign-in of theirs. */
  const known = async () => {
    const user = await storage.createUser(newUser())
    const { userId: _, type: __, ...account } = newAccount(user.id)
    await storage.linkAccount({ ...account, type: 'oauth', userId: user.id })
    const again = (replaces?: string) => ({
      account: { ...account, access_token: 'act.new', refresh_token: unique() },
      session: session(),
      lines: [line()],
      ...(replaces && { replaces }),
    })
    return { user, account, again }
  }
  const newcomer = () => {
    const user = newUser()
    const { userId: _, ...account } = newAccount(user.id)
    return { user, account, session: session(), lines: [line()] }
  }

  test('signs in who is known: tokens, session and audit log, and the session before ends', async () => {
    const { user, account, again } = await known()
    const first = again()
    expect(await storage.signInAgain(first)).toMatchObject({ id: user.id, email: user.email })
    const second = again(first.session.sessionToken)
    expect(await storage.signInAgain(second)).toMatchObject({ id: user.id })
    expect(await storage.listSessions(user.id)).toMatchObject([
      { sessionToken: second.session.sessionToken, userId: user.id },
    ])
    const { provider, providerAccountId } = account
    expect(await storage.getAccount(providerAccountId, provider)).toMatchObject(second.account)
    expect(await storage.listAudit(user.id)).toMatchObject([
      { event: 'signIn', userId: user.id },
      { event: 'signIn', userId: user.id },
    ])
  })

  test('knows nobody by an account that nobody has, and writes nothing', async () => {
    const { again } = await known()
    const signIn = again()
    const stranger = { ...signIn.account, providerAccountId: unique() }
    expect(await storage.signInAgain({ ...signIn, account: stranger })).toBeNull()
    expect(await storage.getSessionAndUser(signIn.session.sessionToken)).toBeNull()
  })

  test('begins no session of an account that is disconnected while its user is waited for', async () => {
    const { user, account, again } = await known()
    const signIn = again()
    const client = new pg.Client(address)
    await client.connect()
    await client.query('begin')
    await client.query('select id from users where id = $1 for update', [user.id])
    const waiting = storage.signInAgain(signIn)
    const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => query(address, isWaiting), { timeout: 20_000 }).toHaveLength(1)
    await client.query('delete from accounts where "providerAccountId" = $1', [
      account.providerAccountId,
    ])
    await client.query('commit')
    await client.end()
    expect(await waiting).toBeNull()
    expect(await storage.listSessions(user.id)).toEqual([])
    expect(await storage.listAudit(user.id)).toEqual([])
  })

  test('has as many sessions as sign-ins that were confirmed, while the account is disconnected', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { user, account, again } = await known()
        const { done, refused } = await race(6, (place) =>
          place === 3 ? storage.unlinkAccount(account) : storage.signInAgain(again()),
        )
        expect(refused).toEqual([])
        const confirmed = done.filter((each) => Object(each).id === user.id)
        expect(await storage.listSessions(user.id)).toHaveLength(confirmed.length)
        return confirmed.length
      }),
    )
    expect(rounds).toHaveLength(10)
  })

  test('leaves nothing of somebody who is deleted meanwhile', async () => {
    const { user, again } = await known()
    const { refused } = await race(8, (place) =>
      place === 4 ? storage.deleteUser(user.id) : storage.signInAgain(again()),
    )
    expect(refused).toEqual([])
    expect(await storage.getUser(user.id)).toBeNull()
    const left = await query(address, `select 1 from sessions where "userId" = '${user.id}'`)
    expect(left).toEqual([])
  })

  test('leaves it to the transaction to end one of the most sessions that somebody may have', async () => {
    const { user, again } = await known()
    await query(
      address,
      `insert into sessions ("sessionToken", "userId", expires)
       select 's-${user.id}-' || n, '${user.id}', now() + interval '1 day' from generate_series(1, 200) n`,
    )
    expect(await storage.signInAgain(again())).toBeNull()
    expect(await storage.listSessions(user.id)).toHaveLength(200)
  })

  test('writes somebody new with all that belongs to them', async () => {
    const signIn = newcomer()
    const made = await storage.signUp(signIn)
    expect(made).toEqual(signIn.user)
    const { provider, providerAccountId } = signIn.account
    expect(await storage.getUserByAccount({ provider, providerAccountId })).toMatchObject(
      signIn.user,
    )
    expect(await storage.getSessionAndUser(signIn.session.sessionToken)).toMatchObject({
      user: { id: made?.id },
    })
    expect(await storage.listAudit(made?.id ?? '')).toMatchObject([{ event: 'signIn' }])
  })

  test('writes nobody whose account or address is somebody else’s', async () => {
    const { user, account } = await known()
    const one = newcomer()
    expect(await storage.signUp({ ...one, account: { ...one.account, ...account } })).toBe(
      undefined,
    )
    const other = newcomer()
    const namesake = { ...other.user, email: user.email ?? '' }
    expect(await storage.signUp({ ...other, user: namesake })).toBe(undefined)
    expect(await storage.getUser(one.user.id)).toBeNull()
    expect(await storage.getUser(namesake.id)).toBeNull()
  })

  test('makes one user of one account that comes ten times at once, with and without an address', async () => {
    for (const address of [`${unique()}@a.test`, null]) {
      const { account } = newcomer()
      const { done, refused } = await race(10, () => {
        const each = newcomer()
        return storage.signUp({ ...each, user: { ...each.user, email: address }, account })
      })
      expect(refused).toEqual([])
      const [made, ...others] = done.filter((each) => each !== undefined)
      expect(others).toEqual([])
      expect(await storage.getUserByAccount(account)).toMatchObject({ id: made?.id })
    }
  })

  test('ends a session and tells of it, unless it had expired', async () => {
    const user = await storage.createUser(newUser())
    const [open, over] = [newSession(user.id), newSession(user.id)]
    await storage.createSession(open)
    await storage.createSession({ ...over, expires: new Date(Date.now() - 1000) })
    const ended = { at: new Date(), event: 'signOut' }
    expect(await storage.endSession(open.sessionToken, ended)).toBe(true)
    expect(await storage.endSession(over.sessionToken, ended)).toBe(true)
    expect(await storage.endSession(unique(), ended)).toBe(true)
    expect(await storage.listSessions(user.id)).toEqual([])
    expect(await storage.listAudit(user.id)).toMatchObject([{ event: 'signOut', userId: user.id }])
  })

  test('prepares again what a change of its table has outdated, and goes on without names where they are lost', async () => {
    const own = sql(address, { secrets, connections: 1 })
    const { user } = await known()
    expect(await own.getUser(user.id)).toMatchObject({ id: user.id })
    await query(address, 'alter table users alter column name type varchar(300)')
    expect(await own.getUser(user.id)).toMatchObject({ id: user.id })
    const inside = own.transaction(async (inside) => {
      const connection = 'connection' in inside ? (inside.connection as SqlConnection) : undefined
      await connection?.query('deallocate all')
      return inside.getUser?.(user.id)
    })
    expect(await inside).toMatchObject({ id: user.id })
    await own.close()
  })
})

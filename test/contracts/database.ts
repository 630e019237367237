import { expect, test } from 'vitest'
import type { SqlOptions, SqlStorage } from '../../src/storage/sql.ts'
import { newAccount, newUser, signIn, unique } from '../storage/people.ts'

/** Opens one more storage on a database, as one more server of an application would. */
export type OpenStorage = (options?: SqlOptions) => SqlStorage

const later = new Date('2040-01-01')

/** What the servers of one application must come to on a database that was empty when they started. */
export function databaseContract(newDatabase: () => Promise<OpenStorage>): void {
  migrationContract(newDatabase)
  sharingContract(newDatabase)
  boundlessContract(newDatabase)
}

/** Runs work on several servers of one new database, and closes them. */
async function withServers(
  newDatabase: () => Promise<OpenStorage>,
  count: number,
  work: (servers: SqlStorage[]) => Promise<void>,
  options?: SqlOptions,
): Promise<void> {
  const open = await newDatabase()
  const servers = Array.from({ length: count }, () => open(options))
  await work(servers)
  for (const server of servers) await server.close()
}

function migrationContract(newDatabase: () => Promise<OpenStorage>): void {
  test('migrates once where ten servers do it at once', () =>
    withServers(newDatabase, 10, async (servers) => {
      const results = await Promise.all(servers.map((server) => server.migrate()))
      expect(results.filter((statements) => statements.length > 0)).toHaveLength(1)
      for (const server of servers.slice(0, 2)) expect(await server.migrate()).toEqual([])
      expect(await servers[9]?.createUser(newUser({ name: 'Ada' }))).toMatchObject({ name: 'Ada' })
    }))

  test('prints what a migration would do, and does nothing of it', () =>
    withServers(newDatabase, 2, async ([one, two]) => {
      const printed = await one?.migrate({ print: true })
      expect(printed?.length).toBeGreaterThan(9)
      expect(await two?.migrate({ print: true })).toEqual(printed)
      expect(await two?.migrate()).toEqual(printed)
      expect(await one?.migrate({ print: true })).toEqual([])
    }))

  test('keeps everybody through a second migration', () =>
    withServers(newDatabase, 1, async ([first]) => {
      await first?.migrate()
      const user = await first?.createUser(newUser())
      expect(await first?.migrate()).toEqual([])
      expect(await first?.getUser(user?.id ?? '')).toMatchObject({ email: user?.email })
    }))
}

function boundlessContract(newDatabase: () => Promise<OpenStorage>): void {
  test('lists the whole audit log where no bound is wanted', () =>
    withServers(
      newDatabase,
      1,
      async ([one]) => {
        const userId = unique()
        for (const day of [1, 2, 3]) {
          await one?.audit({ event: 'signIn', userId, at: new Date(2026, 0, day) })
        }
        expect(await one?.listAudit(userId, Number.POSITIVE_INFINITY)).toHaveLength(3)
        expect(await one?.listAudit(userId, 2)).toHaveLength(2)
      },
      { migrate: true },
    ))
}

function sharingContract(newDatabase: () => Promise<OpenStorage>): void {
  test('serves four servers whose first work comes at once', () =>
    withServers(
      newDatabase,
      4,
      async (servers) => {
        const created = await Promise.all(servers.map((server) => server.createUser(newUser())))
        for (const [place, { id }] of created.entries()) {
          expect(await servers[(place + 1) % 4]?.getUser(id)).toMatchObject({ id })
        }
      },
      { migrate: true },
    ))

  test('makes one user of first sign-ins of one person through four servers', () =>
    withServers(newDatabase, 4, async (servers) => {
      await servers[0]?.migrate()
      const who = { email: `${unique()}@a.test`, provider: 'platform', providerAccountId: unique() }
      const all = servers.flatMap((server) => Array.from({ length: 5 }, () => signIn(server, who)))
      const [id = '', ...others] = new Set(await Promise.all(all))
      expect(others).toEqual([])
      expect(await servers[0]?.listAccounts(id)).toHaveLength(1)
    }))

  test('claims, lends and counts for four servers at once as for one', () =>
    withServers(newDatabase, 4, async (servers) => {
      await servers[0]?.migrate()
      const key = unique()
      const atOnce = <T>(work: (server: SqlStorage, place: number) => T | PromiseLike<T>) =>
        Promise.all([...servers, ...servers].map(work))
      const isTaken = (results: boolean[]) => results.filter(Boolean).length
      expect(isTaken(await atOnce((server) => server.claim(key, later)))).toBe(1)
      const leased = await atOnce((server, place) => server.lease(key, 60, `server ${place}`))
      expect(isTaken(leased)).toBe(1)
      const counts = await atOnce((server) => server.hit(key, 60))
      expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    }))

  test('leaves one account where four servers disconnect all of a person at once', () =>
    withServers(newDatabase, 4, async (servers) => {
      const [first] = servers
      await first?.migrate()
      const { id = '' } = (await first?.createUser(newUser())) ?? {}
      const accounts = servers.map(() => newAccount(id))
      for (const account of accounts) await first?.linkAccount(account)
      await Promise.all(
        servers.map((server, place) =>
          server.transaction(async (inside) => {
            await inside.lockUser?.(id)
            const left = (await inside.listAccounts?.(id)) ?? []
            const account = accounts[place]
            if (left.length > 1 && account) await inside.unlinkAccount?.(account)
          }),
        ),
      )
      expect(await first?.listAccounts(id)).toHaveLength(1)
    }))
}

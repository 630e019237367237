import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { newAccount, newUser, unique } from '../storage/people.ts'
import { inProcesses } from '../storage/processes.ts'

const secrets = ['a secret that is long enough to be one']

/** What many processes do to one database at once must come out as if they had taken turns. */
export function processesContract(newDatabase: () => Promise<string>): void {
  test('makes one user of a hundred first sign-ins of one person, from four processes', async () => {
    const address = await newDatabase()
    const storage = sql(address, { secrets })
    await storage.migrate()
    const people = Array.from({ length: 5 }, () => ({
      email: `${unique()}@a.test`,
      provider: 'platform',
      providerAccountId: unique(),
    }))
    const reports = await inProcesses(4, { address, task: 'signIn', count: 25, people })
    const ids = reports.flatMap((report) => report.ids)
    expect(ids).toHaveLength(500)
    expect(new Set(ids).size).toBe(people.length)
    for (const who of people) {
      const user = await storage.getUserByAccount(who)
      expect(await storage.getUserByEmail(who.email)).toEqual(user)
      expect(await storage.listAccounts(user?.id ?? '')).toHaveLength(1)
    }
    await storage.close()
  })

  test('leaves one account where four processes disconnect all of a person at once', async () => {
    const address = await newDatabase()
    const storage = sql(address, { secrets })
    await storage.migrate()
    const { id, email } = await storage.createUser(newUser())
    const accounts = Array.from({ length: 12 }, () => newAccount(id))
    for (const account of accounts) await storage.linkAccount(account)
    const people = accounts.map(({ provider, providerAccountId }) => ({
      email: email ?? '',
      provider,
      providerAccountId,
    }))
    await inProcesses(4, { address, task: 'unlink', userId: id, people })
    expect(await storage.listAccounts(id)).toHaveLength(1)
    await storage.close()
  })
}

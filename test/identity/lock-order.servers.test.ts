import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import { outside, plain } from '../attacks/stage.ts'
import { OnPaper } from '../methods/paper/paper.ts'
import { setup } from '../setup.ts'
import { newAccount, newUser, present, unique } from '../storage/people.ts'
import { type Server, serverOf } from '../storage/servers.ts'

/** Says how many transactions wait for a lock at this moment. */
type CountWaiting = (address: string) => Promise<number>

const databases: [name: 'PostgreSQL' | 'MariaDB', countWaiting: CountWaiting][] = [
  ['PostgreSQL', waitingInPostgres],
  ['MariaDB', waitingInMariadb],
]

for (const [name, countWaiting] of databases) {
  const start = serverOf(name)
  describe.skipIf(!start)(`on ${name}, no two transactions wait for each other`, () => {
    let server: Server
    let storage: SqlStorage
    let retries: string[]
    beforeAll(async () => {
      if (start) server = await start()
    })
    afterAll(() => server?.stop())
    beforeEach(async () => {
      retries = []
      storage = sql(server.address)
      await storage.migrate()
    })
    afterEach(() => storage.close())

    /** An application whose log keeps what the database asked to do again: one of two who waited for each other. */
    async function application(config: Partial<AuthConfig>) {
      const debug = (line: string) => void (/try again/.test(line) && retries.push(line))
      const logger = { error() {}, warn() {}, debug }
      return setup(
        { storage, debug: true, logger, ...config, runtime: { now: Date.now, ...config.runtime } },
        await outside(),
      )
    }

    async function untilWaiting(count: number): Promise<void> {
      // MariaDB answers with what it said before, if it was asked less than a tenth of a second ago.
      while ((await countWaiting(server.address)) < count)
        await new Promise((resolve) => setTimeout(resolve, 200))
    }

    test('somebody signs in again, in a browser with a session, while they are deleted', async () => {
      const { promise: beingDeleted, resolve } = Promise.withResolvers<void>()
      let others: Promise<void> | undefined
      const links: string[] = []
      const { auth, browser } = await application({
        providers: [
          Email({ sendVerificationRequest: ({ url }) => void links.push(url) }),
          removingSlowly(() => {
            resolve()
            // Once: a deletion that has to run again meets nobody.
            others ??= untilWaiting(1)
            return others
          }),
        ],
      })
      const email = `${unique()}@a.test`
      const askForLink = async () => {
        await browser.submit('/api/auth/signin/email', { email })
        return links.at(-1) ?? ''
      }
      await browser.visit(await askForLink())
      const id = (await browser.session())?.user.id ?? ''
      const link = await askForLink()

      const deletion = auth.users.delete({ userId: id })
      await beingDeleted
      // The old session goes, and the new one needs its user, whom the deletion holds; that in turn removes all sessions.
      await Promise.all([browser.visit(link), deletion])

      expect(retries).toEqual([])
      expect(await storage.getUser(id)).toBeNull()
      expect((await browser.session())?.user).toMatchObject({ email })
      expect((await browser.session())?.user.id).not.toBe(id)
    })

    test('two people sign in at once, each with the address of the other', async () => {
      const { open } = await application({ providers: [plain] })
      const people = [
        { as: 'ada', email: 'layla@people.test' },
        { as: 'layla', email: 'ada@people.test' },
      ]
      const ids: string[] = []
      for (const { as, email } of people) {
        const { id } = await storage.createUser(newUser({ email }))
        await storage.linkAccount({
          ...newAccount(id),
          provider: 'plain',
          providerAccountId: `p-${as}`,
        })
        ids.push(id)
      }
      const browsers = people.map(() => open())
      let visits: Promise<unknown> | undefined
      // Whoever would lock them in an order of their own gets the first of them now, and waits for the second.
      await storage.transaction(async (inside) => {
        for (const id of ids) await present(inside).lockUser(id)
        visits = Promise.all(
          people.map(({ as }, place) => browsers[place]?.signIn('plain', { as })),
        )
        await untilWaiting(2)
      })
      await visits

      expect(retries).toEqual([])
      const sessions = await Promise.all(browsers.map((browser) => browser.session()))
      expect(sessions.map((session) => session?.user.id)).toEqual(ids)
    })
  })
}

/** A method of the application's that takes its time to remove what it keeps with a user. */
function removingSlowly(removeData: () => Promise<void>) {
  const paper = OnPaper()
  const load = async () => ({ ...(await paper.method.load()), removeData })
  return { ...paper, method: { ...paper.method, load } }
}

async function waitingInPostgres(address: string): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query(
    "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'",
  )
  await client.end()
  return Number(rows[0].n)
}

async function waitingInMariadb(address: string): Promise<number> {
  const client = await mysql.createConnection(address)
  const [rows] = await client.query(
    "select count(*) as n from information_schema.innodb_trx where trx_state = 'LOCK WAIT'",
  )
  await client.end()
  return Number(Object(rows)[0].n)
}

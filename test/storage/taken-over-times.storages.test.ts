import { describe, expect, test } from 'vitest'
import { ofThisSuite } from './servers.ts'
import { type DatabaseName, databaseNames, isInstalled, takeOver } from './taken-over.ts'

const now = Date.parse('2026-03-04T12:00:00.000Z')
const hour = 3_600_000

/** How others have written the end of a session. Seconds have no milliseconds, so the moments here have none. */
const forms: Readonly<Record<string, (moment: Date) => string | number>> = {
  'milliseconds, as Prisma and Drizzle write them': (moment) => moment.getTime(),
  'seconds, as Drizzle writes them in its mode "timestamp"': (moment) => moment.getTime() / 1000,
  'a text in ISO 8601': (moment) => moment.toISOString(),
  'a text with an offset, as Prisma writes it now': (moment) =>
    moment.toISOString().replace('Z', '+00:00'),
  'a text without a zone, as TypeORM and SQLite write it': (moment) =>
    moment.toISOString().replace('T', ' ').replace('Z', ''),
  'a text with a blank before its offset, as Sequelize writes it': (moment) =>
    moment.toISOString().replace('T', ' ').replace('Z', ' +00:00'),
  'a text in another zone': (moment) =>
    new Date(moment.getTime() + 9 * hour).toISOString().replace('Z', '+09:00'),
  'a text with a short offset, as PostgreSQL writes it': (moment) =>
    moment.toISOString().replace('T', ' ').replace('.000Z', '+00'),
}
const all = Object.keys(forms)
const [milliseconds = '', seconds = '', ...texts] = all
const inSqlite = all.slice(0, -1)

/** Types of the column in a table that was taken over, with the forms that it can hold. */
const columns: Readonly<Record<DatabaseName, readonly [type: string, forms: readonly string[]][]>> =
  {
    SQLite: [
      ['text', inSqlite],
      ['datetime', inSqlite],
      ['date', inSqlite],
      ['integer', [milliseconds, seconds]],
      ['timestamp', inSqlite],
    ],
    PostgreSQL: [
      ['timestamptz', texts],
      ['timestamp(3)', texts.slice(0, 2)],
      ['bigint', [milliseconds, seconds]],
      ['integer', [seconds]],
      ['text', all],
    ],
    MariaDB: [
      ['timestamp(3)', [texts[2] ?? '']],
      ['datetime', [texts[2] ?? '']],
      ['bigint', [milliseconds, seconds]],
      ['int unsigned', [seconds]],
      ['varchar(40)', all],
    ],
  }

const tablesWith = (type: string, key: string) => [
  `create table users (id ${key} primary key, name ${key}, email ${key}, "emailVerified" ${type}, image ${key})`,
  `create table accounts ("userId" ${key} not null, type ${key} not null, provider ${key} not null,
    "providerAccountId" ${key} not null, primary key (provider, "providerAccountId"))`,
  `create table sessions ("sessionToken" ${key} primary key, "userId" ${key} not null, expires ${type} not null)`,
  "insert into users (id) values ('1')",
]

for (const name of databaseNames.filter(ofThisSuite)) {
  describe.skipIf(!isInstalled(name))(`sessions that were taken over in ${name}`, () => {
    for (const [type, written] of columns[name]) {
      test(`of type ${type} live until their end, however it was written`, async () => {
        const tables = tablesWith(type, name === 'MariaDB' ? 'varchar(100)' : 'text')
        const { storage, run, close } = await takeOver(name, tables, { now: () => now })
        const insert = (...row: (string | number)[]) =>
          run('insert into sessions values (?, ?, ?)', row)
        const later = new Date(now + 2 * hour)
        for (const form of written) {
          const write = forms[form] ?? String
          await insert(`living: ${form}`, '1', write(later))
          await insert(`over: ${form}`, '1', write(new Date(now - 200 * hour)))
        }
        await storage.createSession({ sessionToken: 'new', userId: '1', expires: later })
        expect(await storage.listSessions('1')).toHaveLength(2 * written.length + 1)
        await storage.sweep()
        const left = await storage.listSessions('1')
        const isLiving = ({ sessionToken }: { sessionToken: string }) =>
          !sessionToken.startsWith('over')
        const living = left.filter(isLiving).map(({ expires }) => expires)
        expect(living).toEqual(Array.from({ length: written.length + 1 }, () => later))
        // Outside SQLite, a text that is a number is read, but left to whoever wrote it.
        const isText = name !== 'SQLite' && /text|char/.test(type)
        expect(left.length - living.length).toBe(isText ? 2 : 0)
        await close()
      })
    }
  })
}

import type { DatabaseDriver } from './database-driver.ts'
import { type LentConnection, pooledDriver } from './pooled-driver.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** The driver of a synchronous SQLite connection. It has one user at a time; transactions lock for writing from the start. */
export function sqliteDriver(
  open: () => Promise<SqliteConnection>,
  timeout: number,
): DatabaseDriver {
  let connection: SqliteConnection | undefined
  const driver = pooledDriver(async () => {
    const opened = await open()
    connection = opened
    const turns = createTurns(timeout)
    const lent = lend(opened, turns.give)
    return {
      async connect() {
        await turns.take()
        return lent
      },
      end: async () => opened.close(),
    }
  })
  // Nobody keeps the connection while they wait for the disk: others write, and wait with them.
  return {
    ...driver,
    async query(statement) {
      const outcome = await driver.query(statement)
      if (!statement.isFollowed) await connection?.written?.()
      return outcome
    },
    async alone(work) {
      const done = await driver.alone(work)
      await connection?.written?.()
      return done
    },
    async begin() {
      const transaction = await driver.begin()
      return {
        ...transaction,
        async commit() {
          await transaction.commit()
          await connection?.written?.()
        },
      }
    },
  }
}

function lend(connection: SqliteConnection, release: () => void): LentConnection {
  return {
    query: async ({ text, values }) => connection.run(text, values),
    // A transaction that starts by reading could not write after another one has (SQLITE_BUSY_SNAPSHOT).
    begin: async () => connection.exec('begin immediate'),
    commit: async () => connection.exec('commit'),
    rollback: async () => connection.exec('rollback'),
    // There is no other connection to take, and a failure has changed nothing.
    release,
  }
}

/** A queue for one connection. Waiting has a time limit, because a transaction may never end. */
function createTurns(timeout: number) {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async take(): Promise<void> {
      if (!taken) {
        taken = true
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(resolve), 1)
        reject(new Error(`No turn within ${timeout} ms: another transaction is still open`))
      }, timeout)
      waiting.push(resolve)
      await promise.finally(() => clearTimeout(timer))
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}

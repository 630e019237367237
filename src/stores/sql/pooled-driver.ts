import type { DatabaseDriver, OpenTransaction, Query } from './database-driver.ts'

/** Connections, each of which has one user at a time. */
export interface Pool {
  connect(): Promise<LentConnection>
  end(): Promise<void>
}

/** A connection of a pool. */
export interface LentConnection {
  query: Query
  begin(): Promise<unknown>
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
  /** Gives it back. A useless one, in an unknown state, is not lent again. */
  release(isUseless?: boolean): void
}

/** A driver on a pool, which is made for the first statement. */
export function pooledDriver(make: () => Promise<Pool>): DatabaseDriver {
  let pool: Promise<Pool> | undefined
  let isClosed = false
  const connect = async () => {
    if (isClosed) throw new Error('The database is closed')
    pool ??= make().catch((error) => {
      pool = undefined
      throw error
    })
    return (await pool).connect()
  }
  const lend = async <T>(work: (connection: LentConnection) => Promise<T>) => {
    const connection = await connect()
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  }
  return {
    query: (statement) => lend(({ query }) => query(statement)),
    alone: (work) =>
      lend(({ query }) => {
        const inTurn = createQueue()
        return work((statement) => inTurn(() => query(statement)))
      }),
    async begin() {
      const connection = await connect()
      try {
        await connection.begin()
      } catch (error) {
        connection.release(true)
        throw error
      }
      return transactionOn(connection)
    },
    async close() {
      if (!pool || isClosed) return
      isClosed = true
      await (await pool).end()
    },
  }
}

/** The transaction that has begun on a connection. Once it is over, the connection may be another caller's. */
function transactionOn(connection: LentConnection): OpenTransaction {
  const inTurn = createQueue()
  let isOver = false
  const whileOpen = <T>(work: () => Promise<T>) =>
    inTurn(() => {
      if (isOver) throw new Error('The transaction is over')
      return work()
    })
  const end = (isUseless: boolean) => {
    isOver = true
    connection.release(isUseless)
  }
  return {
    query: (statement) => whileOpen(() => connection.query(statement)),
    commit: () =>
      whileOpen(async () => {
        await connection.commit()
        end(false)
      }),
    rollback: () =>
      whileOpen(async () => {
        try {
          await connection.rollback()
          end(false)
        } catch (error) {
          end(true)
          throw error
        }
      }),
  }
}

/** Runs calls one after the other: a connection answers one statement at a time. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

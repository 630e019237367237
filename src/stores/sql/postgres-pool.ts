import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import { inTime } from '../in-time.ts'
import { readFact } from './dialect.ts'
import type { ConnectOptions } from './open-connection.ts'

/** How a pool of connections behaves. */
export interface PoolOptions extends ConnectOptions {
  address: string
}

/**
 * A pool of `pg` whose stalled connections are given up instead of handed on. The server is told its time limits when a
 * connection starts; PgBouncer, which shares its connections, refuses that, and is told in each transaction instead.
 */
export function postgresPool(
  { default: pg }: typeof import('pg'),
  options: PoolOptions,
): PostgresPool {
  const timeout = options.statementTimeout ?? options.timeout
  const limits = {
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout * 3,
  }
  const create = (more: object) => {
    const made = new pg.Pool({
      connectionString: options.address,
      max: options.connections,
      connectionTimeoutMillis: options.timeout,
      keepAlive: true,
      ...more,
    })
    // Without a listener the loss of an idle connection would end the process.
    made.on('error', () => options.warn('An idle connection to the database was lost'))
    return made
  }
  const direct = create(limits)
  let shared: typeof direct | undefined
  return {
    async connect() {
      if (shared) return usable(await shared.connect(), timeout, setLocally(limits))
      try {
        return usable(await direct.connect(), timeout)
      } catch (error) {
        if (readFact(error, 'code') !== protocolViolation) throw error
        shared ??= create({})
        return usable(await shared.connect(), timeout, setLocally(limits))
      }
    },
    async end() {
      await direct.end()
      await shared?.end()
    },
  }
}

/** What PgBouncer says about a parameter that it does not let through. */
const protocolViolation = '08P01'

/** What a server says that has become a replica: the next connection may reach the one that took over. */
const readOnlyTransaction = '25006'

function setLocally(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join('; ')
}

/** A connection as Kysely uses it; `atBegin` is run at the start of each transaction. */
function usable(client: PoolClient, timeout: number, atBegin?: string): PostgresPoolClient {
  // A connection that is lost between two statements of a transaction would end the process; the next statement says so.
  const ignore = () => {}
  client.on('error', ignore)
  let stalled = false
  const send = async (statement: string, values: unknown[]) => {
    // It would wait behind what never ends.
    if (stalled) throw new Error('The connection has stalled')
    // The server limits statements too, but a server that hangs does not.
    return inTime(client.query(statement, values), timeout * 1.5, () => {
      stalled = true
    })
  }
  let isReadOnly = false
  const query = async (statement: string, values: readonly unknown[]) => {
    const answer = await send(statement, [...values]).catch((error) => {
      isReadOnly ||= readFact(error, 'code') === readOnlyTransaction
      throw error
    })
    if (atBegin && /^(begin|start transaction)\b/i.test(statement)) await send(atBegin, [])
    return answer
  }
  const release = () => {
    const isUseless = stalled || isReadOnly
    // The pool listens to what it keeps; what it ends may still hear that the server stops.
    if (!isUseless) client.off('error', ignore)
    client.release(isUseless)
  }
  // Kysely's type also has cursors, which are not used here.
  return { query, release } as unknown as PostgresPoolClient
}

import type { PoolClient } from 'pg'
import { inTime } from '../in-time.ts'
import { readFact } from './dialect.ts'
import type { ConnectOptions } from './open-connection.ts'
import type { LentConnection, Pool } from './pooled-driver.ts'

/** How a pool of connections behaves. */
export interface PoolOptions extends ConnectOptions {
  address: string
}

/**
 * A pool of `pg` whose stalled connections are given up instead of handed on. The server is told its time limits when a
 * connection starts; PgBouncer, which shares its connections, refuses that, and is told in each transaction instead.
 */
export function postgresPool({ default: pg }: typeof import('pg'), options: PoolOptions): Pool {
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
      try {
        if (!shared) return lend(await direct.connect(), timeout)
      } catch (error) {
        if (readFact(error, 'code') !== protocolViolation) throw error
      }
      shared ??= create({})
      return lend(await shared.connect(), timeout, setLocally(limits))
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
export const readOnlyTransaction = '25006'

function setLocally(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join('; ')
}

/** A connection of the pool; `atBegin` is run at the start of each transaction. */
function lend(client: PoolClient, timeout: number, atBegin?: string): LentConnection {
  // A connection that is lost between two statements of a transaction would end the process; the next statement says so.
  const ignore = () => {}
  client.on('error', ignore)
  let hasStalled = false
  let isReadOnly = false
  const send = async (text: string, values: readonly unknown[] = []) => {
    // It would wait behind what never ends.
    if (hasStalled) throw new Error('The connection has stalled')
    const answer = client.query(text, [...values]).catch((error) => {
      isReadOnly ||= readFact(error, 'code') === readOnlyTransaction
      throw error
    })
    // The server limits statements too, but a server that hangs does not.
    return inTime(answer, timeout * 1.5, () => {
      hasStalled = true
    })
  }
  return {
    async query({ text, values }) {
      const { rows, rowCount } = await send(text, values)
      return { rows, changes: rowCount ?? 0, insertId: 0n }
    },
    async begin() {
      await send('start transaction isolation level read committed')
      if (atBegin) await send(atBegin)
    },
    commit: () => send('commit'),
    rollback: () => send('rollback'),
    release(isUseless = false) {
      const isGivenUp = isUseless || hasStalled || isReadOnly
      // The pool listens to what it keeps; what it ends may still hear that the server stops.
      if (!isGivenUp) client.off('error', ignore)
      client.release(isGivenUp)
    },
  }
}

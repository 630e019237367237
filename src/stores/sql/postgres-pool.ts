import type { PoolClient } from 'pg'
import { inTime } from '../../services/in-time.ts'
import { readFact } from './dialect.ts'
import type { ConnectOptions } from './open-connection.ts'
import type { LentConnection, Pool } from './pooled-driver.ts'
import { type StatementNames, statementNames } from './statement-names.ts'

/** Options of a pool of connections. */
export interface PoolOptions extends ConnectOptions {
  address: string
}

/**
 * A pool of `pg` that drops stalled connections instead of lending them again. Time limits are set when a connection starts; PgBouncer,
 * which shares its connections, refuses that, so each transaction sets them instead. Repeated statements are prepared once for each
 * connection, except behind PgBouncer.
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
  const names = statementNames()
  let shared: typeof direct | undefined
  return {
    async connect() {
      try {
        if (!shared) return lend(await direct.connect(), timeout, { names })
      } catch (error) {
        if (readFact(error, 'code') !== protocolViolation) throw error
      }
      shared ??= create({})
      return lend(await shared.connect(), timeout, { atBegin: setLocally(limits) })
    },
    async end() {
      await direct.end()
      await shared?.end()
    },
  }
}

/** PgBouncer's error about a parameter that it does not let through. */
const protocolViolation = '08P01'

/** The error of a server that has become a replica: the next connection may reach the one that took over. */
export const readOnlyTransaction = '25006'

function setLocally(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join('; ')
}

/** The use of a connection: `atBegin` is run at the start of each transaction, `names` are those of prepared statements. */
interface Habits {
  atBegin?: string
  names?: StatementNames
}

/** A connection of the pool. */
function lend(client: PoolClient, timeout: number, { atBegin, names }: Habits): LentConnection {
  // A connection that is lost between two statements of a transaction would end the process; the next statement reports it.
  const ignore = () => {}
  client.on('error', ignore)
  let hasStalled = false
  let isReadOnly = false
  const send = async (text: string, values: readonly unknown[] = [], name?: string) => {
    // The statement would wait behind one that never ends.
    if (hasStalled) throw new Error('The connection has stalled')
    const statement = { text, values: [...values], ...(name !== undefined && { name }) }
    const answer = client.query(statement).catch((error) => {
      isReadOnly ||= readFact(error, 'code') === readOnlyTransaction
      throw (name !== undefined && names?.forget(text, error)) || error
    })
    // The server has this limit too, but a server that hangs does not enforce it.
    return inTime(answer, timeout * 1.5, () => {
      hasStalled = true
    })
  }
  return {
    async query({ text, values, isRepeated }) {
      const { rows, rowCount } = await send(text, values, isRepeated ? names?.of(text) : undefined)
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
      // The pool listens to connections that it keeps; one that it ends may still report that the server stops.
      if (!isGivenUp) client.off('error', ignore)
      client.release(isGivenUp)
    },
  }
}

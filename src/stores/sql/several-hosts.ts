import { readFact } from './dialect.ts'
import type { LentConnection, Pool } from './pooled-driver.ts'
import { readOnlyTransaction } from './postgres-pool.ts'

/**
 * The addresses of the servers that one address names, as libpq reads it: `postgres://user@first:5432,second/app`. The parameter
 * `target_session_attrs` is left out: only a server that can be written to is of use here.
 */
export function addressesIn(address: string): string[] {
  const {
    before = '',
    hosts = '',
    after = '',
  } = /^(?<before>\w+:\/\/(?:[^@/]*@)?)(?<hosts>[^@/?]*)(?<after>.*)$/s.exec(address)?.groups ?? {}
  if (!hosts.includes(',')) return [address]
  const rest = after.replace(/(?<=[?&])target_session_attrs=[^&]*&?/, '').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => before + host + rest)
}

/** The pools of several servers as one, which lends connections of the writable one, such as a primary among its standbys. */
export function firstWritable(pools: readonly Pool[]): Pool {
  let chosen: Pool | undefined
  const connectTo = async (pool: Pool): Promise<LentConnection> => {
    const lent = await pool.connect()
    if (chosen !== pool) await assertWritable(lent)
    chosen = pool
    return noticing(lent, () => {
      if (chosen === pool) chosen = undefined
    })
  }
  return {
    async connect() {
      const failures: unknown[] = []
      const others = pools.filter((pool) => pool !== chosen)
      for (const pool of chosen ? [chosen, ...others] : others) {
        try {
          return await connectTo(pool)
        } catch (error) {
          failures.push(error)
          if (chosen === pool) chosen = undefined
        }
      }
      throw failures[0]
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

async function assertWritable(lent: LentConnection): Promise<void> {
  const { rows } = await lent
    .query({ text: 'show transaction_read_only', values: [] })
    .catch((error) => {
      lent.release(true)
      throw error
    })
  if (rows[0]?.transaction_read_only === 'off') return
  // The next connection may find it promoted.
  lent.release(true)
  throw new Error('The server is a standby')
}

/** A connection that calls `stepsDown` when its server turns out to be a standby. */
function noticing(lent: LentConnection, stepsDown: () => void): LentConnection {
  return {
    ...lent,
    query: (statement) =>
      lent.query(statement).catch((error) => {
        if (readFact(error, 'code') === readOnlyTransaction) stepsDown()
        throw error
      }),
  }
}

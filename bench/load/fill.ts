import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Storage } from '../../dist/index.js'
import { sql } from '../../dist/storage/sql.js'
import { query } from '../postgres-server.ts'

/** How many of the users' sessions have keys that are known here; the others only fill the tables. */
export const known = 1000

/** The key in the browser of somebody who is signed in. */
export function keyOf(person: number): string {
  return `key-of-person-${person}`
}

function tokenOf(person: number): string {
  return createHash('sha256').update(keyOf(person)).digest('base64url')
}

function expiry(): Date {
  return new Date(Date.now() + 30 * 86_400_000)
}

/** Makes the tables, with the rows of everybody, made by the database itself, and the sessions whose keys are known. */
export async function fillTables(address: string, users: number): Promise<void> {
  const storage = sql(address)
  await storage.migrate()
  await storage.close()
  const numbers = address.startsWith('postgres')
    ? `select n from generate_series(1, ${users}) as t(n)`
    : `with recursive t(n) as (select 1 union all select n + 1 from t where n < ${users}) select n from t`
  const expires = `'${expiry().toISOString()}'`
  const sessions = Array.from(
    { length: Math.min(known, users) },
    (_, index) => `('${tokenOf(index + 1)}', 'user${index + 1}', ${expires})`,
  )
  await run(
    address,
    `insert into users (id, name, email) select 'user' || n, 'Person ' || n, n || '@people.example' from (${numbers}) as p;
     insert into accounts ("userId", type, provider, "providerAccountId")
       select 'user' || n, 'oauth', 'platform', cast(n as text) from (${numbers}) as p;
     insert into sessions ("sessionToken", "userId", expires)
       select 'filling-' || n, 'user' || n, ${expires} from (${numbers}) as p;
     insert into sessions ("sessionToken", "userId", expires) values ${sessions.join(', ')};
     analyze;`,
  )
}

/** Puts the sessions whose keys are known into a storage that has the users. */
export async function fillSessions(storage: Storage, users: number): Promise<void> {
  for (let person = 1; person <= Math.min(known, users); person++) {
    const session = { sessionToken: tokenOf(person), userId: `user${person}`, expires: expiry() }
    await storage.createSession?.(session)
  }
}

/** Puts everybody into a storage, through its own functions, many at once. */
export async function fillStorage(storage: Storage, users: number): Promise<void> {
  let next = 1
  const settle = async () => {
    for (let person = next++; person <= users; person = next++) {
      const id = `user${person}`
      const email = `${person}@people.example`
      await storage.createUser?.({ id, name: `Person ${person}`, email, emailVerified: null })
      await storage.linkAccount?.({
        userId: id,
        type: 'oauth',
        provider: 'platform',
        providerAccountId: String(person),
      })
    }
  }
  await Promise.all(Array.from({ length: 64 }, settle))
  await fillSessions(storage, users)
}

async function run(address: string, text: string): Promise<void> {
  if (address.startsWith('postgres')) return query(address, text)
  const database = new DatabaseSync(address.slice('file:'.length))
  try {
    database.exec(
      `pragma synchronous = off; begin; ${text} commit; pragma wal_checkpoint(truncate);`,
    )
  } finally {
    database.close()
  }
}

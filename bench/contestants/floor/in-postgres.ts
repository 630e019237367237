import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { openPool } from '../../postgres-pool.ts'
import { seal } from './seal.ts'
import { cookieName, cookieOf, maxAge, type Person, type Sessions } from './sessions.ts'
import { findSession, hashed, newKey, tables } from './tables.ts'

// One statement is one round trip and one transaction: the account with its user, its tokens, the session, and a line of the log.
const knownPerson = `
  with known as (
    update accounts a set access_token = $3, expires_at = $4, scope = $5 from users u
    where a.provider = $1 and a.subject = $2 and u.id = a."user" returning u.id),
  opened as (insert into sessions select $6, id, $7 from known),
  noted as (insert into audit select $8, $9, 'signIn', id, $1 from known)
  select id from known`

const newPerson = `
  with created as (insert into users values ($1, $2, $3, $4) returning id)
  insert into accounts (provider, subject, "user") select $5, $6, id from created`

/** Users, accounts, sessions and an audit log in PostgreSQL. Statements are prepared by name, once for each connection. */
export async function inPostgres(address: string): Promise<Sessions> {
  const pool = await openPool(address)
  await pool.query(tables)
  return {
    async read(cookies) {
      const key = cookieOf(cookies, cookieName)
      if (!key) return null
      const values = [hashed(key)]
      const { rows } = await pool.query({ name: 'find', text: `${findSession}$1`, values })
      const [row] = rows
      if (!row || Date.parse(row.expires) <= Date.now()) return null
      const { expires, ...user } = row
      return { user, expires }
    },
    async issue(person, provider, tokens) {
      const { key, token } = newKey()
      const now = Date.now()
      const values = [
        provider,
        person.id,
        seal({ access_token: tokens.access_token }),
        Math.floor(now / 1000) + tokens.expires_in,
        tokens.scope,
        token,
        new Date(now + maxAge * 1000).toISOString(),
        randomUUID(),
        now,
      ]
      const known = { name: 'sign-in', text: knownPerson, values }
      if ((await pool.query(known)).rowCount === 0) {
        await add(pool, person, provider)
        await pool.query(known)
      }
      return `${cookieName}=${key}`
    },
  }
}

async function add(pool: Pool, person: Person, provider: string): Promise<void> {
  const { name, email, image, id: subject } = person
  await pool.query(newPerson, [randomUUID(), name, email, image, provider, subject])
}

import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { openFile } from '../../sqlite-file.ts'
import { seal } from './seal.ts'
import { cookieName, cookieOf, maxAge, type Person, type Sessions } from './sessions.ts'
import { findSession, hashed, newKey, tables } from './tables.ts'

/**
 * Users, accounts, sessions and an audit log in a SQLite file. The sign-in of somebody who is known takes four statements in one
 * transaction, which is on the disk once: find the account with its user, write the tokens, the session, and a line of the log.
 */
export function inSqlite(address: string): Sessions {
  const database = openFile(address)
  database.exec(`pragma foreign_keys = on; ${tables}`)
  const find = database.prepare(`${findSession}?`)
  const write = writerOf(database)
  return {
    read(cookies) {
      const key = cookieOf(cookies, cookieName)
      const row = key && find.get(hashed(key))
      if (!row || Date.parse(String(row.expires)) <= Date.now()) return null
      return { user: personOf(row), expires: String(row.expires) }
    },
    issue(person, provider, tokens) {
      const { key, token } = newKey()
      const sealed = seal({ access_token: tokens.access_token })
      const now = Date.now()
      database.exec('begin immediate')
      const user = write.find.get(provider, person.id)?.id ?? write.addUser(person, provider)
      const expires = Math.floor(now / 1000) + tokens.expires_in
      write.tokens.run(sealed, expires, tokens.scope, provider, person.id)
      write.session.run(token, user, new Date(now + maxAge * 1000).toISOString())
      write.audit.run(randomUUID(), now, 'signIn', user, provider)
      database.exec('commit')
      return `${cookieName}=${key}`
    },
  }
}

function writerOf(database: DatabaseSync) {
  const user = database.prepare('insert into users values (?, ?, ?, ?)')
  const account = database.prepare(
    'insert into accounts (provider, subject, "user") values (?, ?, ?)',
  )
  return {
    find: database.prepare(
      'select u.* from accounts a join users u on u.id = a."user" where a.provider = ? and a.subject = ?',
    ),
    tokens: database.prepare(
      'update accounts set access_token = ?, expires_at = ?, scope = ? where provider = ? and subject = ?',
    ),
    session: database.prepare('insert into sessions values (?, ?, ?)'),
    audit: database.prepare('insert into audit values (?, ?, ?, ?, ?)'),
    addUser(person: Person, provider: string): string {
      const id = randomUUID()
      user.run(id, person.name, person.email, person.image)
      account.run(provider, person.id, id)
      return id
    },
  }
}

function personOf(row: Record<string, SQLOutputValue>): Person {
  const { id, name, email, image } = row
  return { id: String(id), name: String(name), email: String(email), image: String(image) }
}

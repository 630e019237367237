import type { SignInsAtOnce } from '../parts.ts'
import type { Vault } from '../vault.ts'
import { createSealing } from './account-sealing.ts'
import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'
import { firstSignIn, returningSignIn } from './sign-in-statements.ts'
import { assignments, filled } from './statements.ts'
import type { Tables } from './tables.ts'
import { fitted, toUser } from './users.ts'

/** Sign-ins by one statement each. Whatever the database refuses is left to the transaction, which tells why. */
export function signInAtOnce(connection: Connection, tables: Tables, vault: Vault): SignInsAtOnce {
  const { users, accounts } = tables
  const { seal, sealChanges, touchesExtra } = createSealing(accounts, vault)
  let isRefused = !connection.dialect.writesInWith || connection.draft !== undefined
  const unlessRefused = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return isRefused ? undefined : await work()
    } catch (error) {
      const fault = classifyFault(connection.dialect, error)
      if (fault === 'lost' || fault === 'retry') throw error
      // Tables of the application's own making, which may be of other types, are refused each time.
      isRefused ||= fault === 'other'
      return undefined
    }
  }
  return {
    signInAgain: (signIn) =>
      unlessRefused(async () => {
        if (touchesExtra(signIn.account)) return undefined
        const sealed = assignments(accounts, await sealChanges(signIn.account, {}))
        const changes = sealed.filter(([{ key }]) => !ofKey.has(key))
        if (changes.length === 0) return undefined
        const { rows } = await connection.write(returningSignIn(tables, signIn, changes))
        return rows[0] ? toUser(users, rows[0]) : null
      }),
    signUp: (signIn) =>
      unlessRefused(async () => {
        const account = await seal({ ...signIn.account, userId: signIn.user.id })
        const made = {
          user: filled(users, fitted(users, { ...signIn.user })),
          account: filled(accounts, account).filter(([{ key }]) => key !== 'userId'),
        }
        const { rows } = await connection.write(firstSignIn(tables, signIn, made))
        return rows[0] && { ...signIn.user, id: String(rows[0].id) }
      }),
  }
}

/** What an account is found by, which stays as it is. */
const ofKey: ReadonlySet<string> = new Set(['provider', 'providerAccountId', 'userId'])

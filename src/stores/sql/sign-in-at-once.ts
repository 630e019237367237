import type { SignInsAtOnce } from '../parts.ts'
import type { Vault } from '../vault.ts'
import { createSealing } from './account-sealing.ts'
import { createAtOnce } from './at-once.ts'
import type { Connection } from './connection.ts'
import { firstSignIn, returningSignIn } from './sign-in-statements.ts'
import { assignments, filled } from './statements.ts'
import type { Tables } from './tables.ts'
import { fitted, toUser } from './users.ts'

/** Sign-ins by one statement each. Whatever the database refuses is left to the transaction, which tells why. */
export function signInAtOnce(connection: Connection, tables: Tables, vault: Vault): SignInsAtOnce {
  const { users, accounts } = tables
  const { seal, sealChanges, touchesExtra } = createSealing(accounts, vault)
  const atOnce = createAtOnce(connection)
  return {
    signInAgain: (signIn) =>
      atOnce(async () => {
        if (touchesExtra(signIn.account)) return undefined
        const sealed = assignments(accounts, await sealChanges(signIn.account, {}))
        const changes = sealed.filter(([{ key }]) => !ofKey.has(key))
        if (changes.length === 0) return undefined
        const { rows } = await connection.write(returningSignIn(tables, signIn, changes))
        return rows[0] ? toUser(users, rows[0]) : null
      }),
    signUp: (signIn) =>
      atOnce(async () => {
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

import type { SignInAtOnce } from '../../types/storage.ts'
import type { SignInsAtOnce } from '../parts.ts'
import type { Vault } from '../vault.ts'
import { createSealing } from './account-sealing.ts'
import { createAtOnce } from './at-once.ts'
import type { Connection } from './connection.ts'
import { classifyFault } from './database-errors.ts'
import { sessionOwner } from './session-owner.ts'
import { firstSignIn, returningSignIn } from './sign-in-statements.ts'
import type { Statement } from './sql.ts'
import { assignments, filled, selectRows } from './statements.ts'
import type { Tables } from './tables.ts'
import { fitted, toUser } from './users.ts'

/** Sign-ins by one statement each. What the database refuses is left to the transaction, which reports why. */
export function signInAtOnce(connection: Connection, tables: Tables, vault: Vault): SignInsAtOnce {
  const { users, accounts } = tables
  const { seal, sealChanges, touchesExtra } = createSealing(accounts, vault)
  const atOnce = createAtOnce(connection)
  /** The statement's row or, if the answer is lost, the user whose session it began. */
  const write = async (statement: Statement, { session }: SignInAtOnce<object>) => {
    const begun = performance.now()
    try {
      return (await connection.write(statement)).rows[0]
    } catch (error) {
      const id =
        session &&
        classifyFault(connection.dialect, error) === 'lost' &&
        (await connection.afterLoss?.(begun, () =>
          sessionOwner(connection, tables, session.sessionToken),
        ))
      const [user] = id ? await selectRows(connection, users, { id }) : []
      if (user) return user
      throw error
    }
  }
  return {
    signInAgain: (signIn) =>
      atOnce(async () => {
        if (touchesExtra(signIn.account)) return undefined
        const sealed = assignments(accounts, await sealChanges(signIn.account, {}))
        const changes = sealed.filter(([{ key }]) => !ofKey.has(key))
        if (changes.length === 0) return undefined
        const user = await write(returningSignIn(tables, signIn, changes), signIn)
        return user ? toUser(users, user) : null
      }),
    signUp: (signIn) =>
      atOnce(async () => {
        const account = await seal({ ...signIn.account, userId: signIn.user.id })
        const rows = {
          user: filled(users, fitted(users, { ...signIn.user })),
          account: filled(accounts, account).filter(([{ key }]) => key !== 'userId'),
        }
        const made = await write(firstSignIn(tables, signIn, rows), signIn)
        return made && { ...signIn.user, id: String(made.id) }
      }),
  }
}

/** The columns that an account is found by, which stay as they are. */
const ofKey: ReadonlySet<string> = new Set(['provider', 'providerAccountId', 'userId'])

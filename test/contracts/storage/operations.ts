import { expect, test } from 'vitest'
import { requireOperation } from '../../../src/services/require-storage.ts'
import type { Storage } from '../../../src/types/storage.ts'

/** Operations that are only faster than others which do the same. */
type Shortcut = 'signInAgain' | 'signUp' | 'endSession' | 'leaseAccount' | 'endRefresh'

/** Every operation of a storage; the compiler notices one that is missing. */
const operations = Object.keys({
  ...{ configure: 1, close: 1, createUser: 1, getUser: 1, getUserByEmail: 1 },
  ...{ getUserByAccount: 1, updateUser: 1, deleteUser: 1, linkAccount: 1, unlinkAccount: 1 },
  ...{ createSession: 1, getSessionAndUser: 1, updateSession: 1, deleteSession: 1 },
  ...{ createVerificationToken: 1, useVerificationToken: 1, getAccount: 1 },
  ...{ getVerificationToken: 1 },
  ...{ createAuthenticator: 1, getAuthenticator: 1, listAuthenticatorsByUserId: 1 },
  ...{ updateAuthenticatorCounter: 1, updateAuthenticator: 1, deleteAuthenticator: 1 },
  ...{ transaction: 1, lockUser: 1, updateAccount: 1, replaceTokens: 1, listAccounts: 1 },
  ...{ listSessions: 1, deleteSessions: 1, claim: 1, release: 1, lease: 1, releaseLease: 1 },
  ...{ listUsers: 1, findAudit: 1 },
  ...{ hit: 1, audit: 1, listAudit: 1, sweep: 1, putItem: 1, getItem: 1, getItemAndUser: 1 },
  ...{ listItems: 1, replaceItem: 1, touchItem: 1, takeItem: 1, deleteItem: 1, deleteItems: 1 },
} satisfies Record<Exclude<keyof Storage, Shortcut>, 1>) as (keyof Storage)[]

/** Parts of the contract that only the engine's own storages have. */
const ofOurs: readonly (keyof Storage)[] = ['configure', 'close']

/** A storage has every operation, or the engine refuses what needs it with a way out. */
export function operationsContract(
  storage: () => Storage,
  refused: readonly (keyof Storage)[],
): void {
  test('has every operation that it is not excused from', () => {
    const expected = operations.filter((name) => !refused.includes(name))
    const demanded =
      refused.length > 0 ? expected.filter((name) => !ofOurs.includes(name)) : expected
    const found = demanded.filter((name) => typeof storage()[name] === 'function')
    expect(found).toEqual(demanded)
  })

  for (const operation of refused) {
    test(`${operation} is refused by name and with a way out`, () => {
      expect(() => requireOperation(storage(), operation)).toThrow(
        expect.objectContaining({
          code: 'Unsupported',
          message: expect.stringContaining(operation),
          hint: expect.stringContaining('sql()'),
        }),
      )
    })
  }
}

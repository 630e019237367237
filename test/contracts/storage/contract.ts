import { afterAll, beforeAll, describe } from 'vitest'
import type { Storage } from '../../../src/types/storage.ts'
import { accountsContract } from './accounts.ts'
import { auditContract } from './audit.ts'
import { claimsContract } from './claims.ts'
import { findContract } from './find.ts'
import { itemsContract } from './items.ts'
import { leasesContract } from './leases.ts'
import { locksContract } from './locks.ts'
import { lostConnectionContract } from './lost-connection.ts'
import { oneTimeTokensContract } from './one-time-tokens.ts'
import { operationsContract } from './operations.ts'
import { passkeysContract } from './passkeys.ts'
import { sessionsContract } from './sessions.ts'
import { shortcutsContract } from './shortcuts.ts'
import { createStage, type Exceptions, type Stage, type Subject } from './stage.ts'
import { sweepContract } from './sweep.ts'
import { keysContract, textContract } from './text.ts'
import { transactionsContract } from './transactions.ts'
import { usersContract } from './users.ts'
import { valuesContract } from './values.ts'

/** What differs between storages. */
interface ContractOptions {
  exceptions?: Exceptions | undefined
  /** Nothing works without its server, which can be ended. */
  losesServer?: boolean
}

/** The sections, each with what it is empty without, where there is such a thing. */
const sections: readonly (readonly [
  name: string,
  tell: (stage: Stage) => void,
  ...needs: (keyof Storage | keyof Exceptions)[],
])[] = [
  ['users', usersContract],
  ['accounts', accountsContract],
  ['sessions', sessionsContract],
  ['one-time tokens', oneTimeTokensContract],
  ['claims', claimsContract, 'claim', 'hit'],
  ['leases', leasesContract, 'lease'],
  ['the audit log', auditContract, 'audit'],
  ['finding', findContract, 'listUsers'],
  ['passkeys', passkeysContract, 'createAuthenticator'],
  ['items', itemsContract, 'putItem'],
  ['a transaction', transactionsContract, 'transaction'],
  ['locks', locksContract, 'lockUser'],
  ['keys', keysContract, 'joinsKeys'],
  ['text that no database can hold', textContract],
  ['values', valuesContract],
  ['what is done at once', shortcutsContract, 'listSessions', 'lease'],
  ['the sweep', sweepContract, 'claim'],
]

function lacks(exceptions: Exceptions, need: keyof Storage | keyof Exceptions): boolean {
  return exceptions.refuses?.some((one) => one === need) || need in exceptions
}

/** Everything a storage must do, told once for all of them. */
export function storageContract(
  name: string,
  setup: () => Promise<Subject>,
  { exceptions = {}, losesServer = false }: ContractOptions = {},
): void {
  describe(name, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await setup()
    })
    afterAll(() => subject?.close())
    const { refuses = [] } = exceptions
    const stage = createStage(() => subject, exceptions)
    for (const [section, tell, ...needs] of sections) {
      const isEmpty = needs.length > 0 && needs.every((need) => lacks(exceptions, need))
      if (!isEmpty) describe(section, () => tell(stage))
    }
    operationsContract(() => subject.storage, refuses)
    if (losesServer) lostConnectionContract(() => subject, refuses)
  })
}

import { afterAll, beforeAll, describe } from 'vitest'
import { accountsContract } from './accounts.ts'
import { auditContract } from './audit.ts'
import { claimsContract } from './claims.ts'
import { leasesContract } from './leases.ts'
import { locksContract } from './locks.ts'
import { lostConnectionContract } from './lost-connection.ts'
import { oneTimeTokensContract } from './one-time-tokens.ts'
import { operationsContract } from './operations.ts'
import { passkeysContract } from './passkeys.ts'
import { sessionsContract } from './sessions.ts'
import { createStage, type Exceptions, type Subject } from './stage.ts'
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
    const sections = {
      users: usersContract,
      accounts: accountsContract,
      sessions: sessionsContract,
      'one-time tokens': oneTimeTokensContract,
      claims: claimsContract,
      leases: leasesContract,
      'the audit log': auditContract,
      passkeys: passkeysContract,
      'a transaction': transactionsContract,
      locks: locksContract,
      keys: keysContract,
      'text that no database can hold': textContract,
      values: valuesContract,
      'the sweep': sweepContract,
    }
    for (const [section, tell] of Object.entries(sections)) describe(section, () => tell(stage))
    operationsContract(() => subject.storage, refuses)
    if (losesServer) lostConnectionContract(() => subject, refuses)
  })
}

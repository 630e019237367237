import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import type { Storage } from '../types/storage.ts'
import { type Recorded, record, recordIn } from './audit.ts'
import type { Outcome } from './sign-in-outcome.ts'

/** How a sign-in comes into the audit log. */
export interface SignInAudit {
  /** Writes the line in the transaction of the sign-in, which then costs no commit of its own: both happen, or neither. */
  inside(outcome: Outcome, storage: Storage | undefined): Promise<void>
  /** Writes the line by itself, where the transaction could not. */
  afterwards(outcome: Outcome): Promise<void>
}

/** The audit log never stands in the way of a sign-in: if the line cannot be written with it, the sign-in is done again without. */
export function auditSignIn({ config, request }: Context, finding: Finding): SignInAudit {
  let isAside = false
  return {
    async inside(outcome, storage) {
      // What has no transaction could not be done again.
      if (!storage?.audit || storage === config.storage) isAside = true
      const line = lineOf(finding, outcome)
      if (!line || isAside) return
      try {
        await recordIn(storage, config, request, line)
      } catch {
        isAside = true
        throw new AuthError('StorageConflict', 'The audit log refused a line of this sign-in')
      }
    },
    async afterwards(outcome) {
      const line = lineOf(finding, outcome)
      if (line && isAside) await record(config, request, line)
    },
  }
}

/** What happened to users and accounts or, once somebody is signed in, that. */
function lineOf(
  { nextStep }: Finding,
  { user, account, isNewUser, linked, takeover }: Outcome,
): Recorded | undefined {
  const signedIn = nextStep === undefined && 'signIn'
  const event = isNewUser ? 'createUser' : linked ? 'linkAccount' : signedIn
  if (!event) return undefined
  const { provider } = account
  return { event, userId: user.id, provider, ...(takeover && { detail: { takeover } }) }
}

import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Happening } from '../types/happening.ts'
import type { Storage } from '../types/storage.ts'
import { record, recordIn } from './audit.ts'
import type { Outcome } from './sign-in-outcome.ts'
import { tellParts } from './tell-parts.ts'

/** Writes the audit log's lines about a sign-in. */
export interface SignInAudit {
  /** Writes the lines in the transaction of the sign-in, which then cost no commit of their own: all happens, or nothing. */
  inside(outcome: Outcome, storage: Storage | undefined): Promise<void>
  /** Writes the lines by themselves, where the transaction could not, and tells the parts. */
  afterwards(outcome: Outcome): Promise<void>
}

/** The audit log never stands in the way of a sign-in: if a line cannot be written with it, the sign-in is done again without. */
export function auditSignIn(context: Context, isLast: boolean): SignInAudit {
  const { config, request } = context
  let isAside = false
  return {
    async inside(outcome, storage) {
      // What has no transaction could not be done again.
      if (!storage?.audit || storage === config.storage) isAside = true
      if (isAside) return
      try {
        for (const line of linesOf(outcome, isLast)) await recordIn(storage, context, request, line)
      } catch {
        isAside = true
        throw new AuthError('StorageConflict', 'The audit log refused a line of this sign-in')
      }
    },
    async afterwards(outcome) {
      const lines = linesOf(outcome, isLast)
      if (isAside) for (const line of lines) await record(context, request, line)
      const { before, updated, user } = outcome
      const isNewUser = outcome.isNewUser || outcome.promoted === true
      const changed = updated ? [{ event: 'updateUser', userId: user.id }] : []
      for (const line of [...lines, ...changed])
        await tellParts(context, request, { ...line, before, isNewUser })
    },
  }
}

/** The names of the events that are emitted about it, and in their order. */
function linesOf(
  { user, account, isNewUser, linked, takeover }: Outcome,
  isLast: boolean,
): Happening[] {
  const happened = { createUser: isNewUser, takeover, linkAccount: linked, signIn: isLast }
  const about = { userId: user.id, provider: account.provider }
  return Object.entries(happened)
    .filter(([, did]) => did)
    .map(([event]) => ({ event, ...about }))
}

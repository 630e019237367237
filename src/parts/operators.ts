// The entry point of operators: docs/operators.md says what they can do.
import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import type { Context } from '../context.ts'
import type { Part } from '../methods/part-code.ts'
import { refuses } from '../operators/blocked.ts'
import { actingKey, impersonation, part } from '../operators/impersonation.ts'
import type { OperatorCalls } from '../operators/operator-calls.ts'
import { sessionReader } from '../operators/session-reader.ts'
import type { OperatorOptions } from '../types/operators.ts'

export type { OperatorCalls, OperatorUserCalls } from '../operators/operator-calls.ts'
export type { StartedImpersonation } from '../operators/started.ts'
export type { AuditFilter, Paging, UserFilter } from '../types/find.ts'
export type {
  BlockOptions,
  FindAudit,
  FindUsers,
  ImpersonateOptions,
  OperatorAudit,
  OperatorOptions,
  OperatorText,
  OperatorUsers,
  UserExport,
} from '../types/operators.ts'
export type { AuditPage, UserPage } from '../types/storage.ts'

/** The part, with the events that it adds to `events`. */
export type OperatorsPart = Part<OperatorCalls> & {
  readonly events: readonly ('blockUser' | 'unblockUser' | 'impersonate' | 'stopImpersonating')[]
}

const kinds: OptionKinds<keyof OperatorOptions> = { mayImpersonate: 'function' }

/**
 * Lets the people who run your application find, export and block users, read the audit log, and act as users to help them.
 *
 * @example
 * Auth({ providers, database, parts: [Operators()] })
 * await auth.users.block(id, { reason: 'spam' })
 */
export function Operators(options: OperatorOptions = {}): OperatorsPart {
  assertPartOptions(part, options, kinds)
  return {
    name: part,
    complete({ hasStorage }) {
      if (hasStorage) return this
      throw configError('parts.operators', 'Operators need a storage', 'Pass `database`.')
    },
    paths: {
      blocked: { methods: ['GET'], provider: 'none' },
      impersonation: { methods: ['POST'], provider: 'none' },
    },
    namespaces: { users: ['list', 'export', 'block', 'unblock', 'impersonate'], audit: ['list'] },
    events: ['blockUser', 'unblockUser', 'impersonate', 'stopImpersonating'],
    kinds: [impersonation],
    sessionReader,
    bar: async (context, reader) =>
      // Most requests have no such cookie, and load nothing.
      isActing(context)
        ? (await import('../operators/bar.ts')).actingBar(context, reader)
        : undefined,
    refuses,
    load: async () => (await import('../operators/code.ts')).createCode(options),
  }
}

function isActing({ config, cookies, origin }: Context): boolean {
  return actingKey(config, cookies.header, origin.startsWith('https:')) !== undefined
}

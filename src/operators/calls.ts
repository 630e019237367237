import type { SessionReader } from '../sessions/read-session.ts'
import type { OperatorOptions } from '../types/operators.ts'
import { block, unblock } from './block.ts'
import { exportUser } from './export-user.ts'
import { listAudit, listUsers } from './find.ts'
import { impersonate } from './impersonate.ts'
import type { OperatorCalls } from './operator-calls.ts'

/** The calls of operators, for one configuration. */
export function operatorCalls(options: OperatorOptions, reader: SessionReader): OperatorCalls {
  return {
    audit: { list: (asked) => listAudit(reader, asked) },
    users: {
      list: (asked) => listUsers(reader, asked),
      export: (id) => exportUser(reader, id),
      block: (id, rules) => block(reader, id, rules),
      impersonate: (source, id, why) => impersonate(reader, options, source, id, why),
      unblock: (id) => unblock(reader, id),
    },
  }
}

import type { PartCode } from '../methods/part-code.ts'
import type { OperatorOptions } from '../types/operators.ts'
import { showBlocked } from './blocked-page.ts'
import { operatorCalls } from './calls.ts'
import type { OperatorCalls } from './operator-calls.ts'
import { stopImpersonating } from './stop.ts'

/** Everything that operators do. */
export function createCode(options: OperatorOptions): PartCode<undefined, OperatorCalls> {
  return {
    calls: (reader) => operatorCalls(options, reader),
    pathHandlers: { blocked: showBlocked, impersonation: stopImpersonating },
  }
}

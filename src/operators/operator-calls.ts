import type { ImpersonateOptions, OperatorAudit, OperatorUsers } from '../types/operators.ts'
import type { RequestSource } from '../types/who.ts'
import type { StartedImpersonation } from './started.ts'

/** The calls that `Operators()` adds to `auth.users`. */
export interface OperatorUserCalls extends OperatorUsers {
  /**
   * Lets the operator of a request act as a user for 30 minutes, if `mayImpersonate` says so. `session.actor` is then the operator. The
   * operator's own session stays as it is; `POST /impersonation` leads back to it.
   *
   * @example
   * const { headers } = await auth.users.impersonate(request, 'the id of a user', { reason: 'ticket 4711' })
   * headers.set('location', '/')
   * const response = new Response(null, { status: 303, headers })
   */
  impersonate(
    source: RequestSource,
    id: string,
    options: ImpersonateOptions,
  ): Promise<StartedImpersonation>
}

/** The namespaces that `Operators()` adds to `auth`. */
export interface OperatorCalls {
  users: OperatorUserCalls
  audit: OperatorAudit
}

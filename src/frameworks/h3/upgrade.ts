import { json } from '../../http/respond.ts'
import type { AuthInstance } from '../../instance/auth-instance.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import { Refusal } from './refusal.ts'

/** The request that opens a WebSocket, as crossws passes it to `upgrade`. */
export interface UpgradeRequest {
  readonly headers: Headers
  readonly context: object
}

/** Lets only signed-in visitors open a WebSocket, from a page of this origin. */
export async function openSocket(auth: AuthInstance, request: UpgradeRequest): Promise<void> {
  const session = await auth.session(request, { sameOrigin: true }).catch((error: unknown) => {
    throw new Refusal('StorageError', authErrorResponse(error, request))
  })
  if (!session) throw new Refusal('SessionRequired', json({ error: 'SessionRequired' }, 401))
  Object.assign(request.context, { session })
}

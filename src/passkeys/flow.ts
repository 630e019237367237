import type { Flow } from '../methods/flow.ts'
import type { User } from '../types/models.ts'

/** What a passkey is asked for. */
export type PasskeyState =
  | { ceremony: 'authenticate' }
  | { ceremony: 'register'; handle: string; person: User }

/** A ceremony on its way. */
export type PasskeyFlow = Flow<PasskeyState>

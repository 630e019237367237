import type { Flow } from '../methods/flow.ts'
import type { User } from '../types/models.ts'

/** The purpose of a ceremony, and what it must find again. */
export type PasskeyState =
  | { ceremony: 'authenticate' }
  | { ceremony: 'register'; handle: string; person: User }

/** A ceremony on its way. */
export type PasskeyFlow = Flow<PasskeyState>

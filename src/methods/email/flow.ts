import type { Flow } from '../flow.ts'

/** The state of a mailed sign-in: the address, and hashes of the link's token and the code. */
export interface MailState {
  address: string
  token: string
  code: string
}

/** A mail that somebody waits for. */
export type MailFlow = Flow<MailState>

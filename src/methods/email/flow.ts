import type { Flow } from '../flow.ts'

/** What a mail was sent for: its address, and hashes of its link's token and its code. */
export interface MailState {
  address: string
  token: string
  code: string
}

/** A mail that somebody waits for. */
export type MailFlow = Flow<MailState>

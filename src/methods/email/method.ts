import type { EmailConfig } from '../../types/email.ts'
import type { Method } from '../method.ts'
import { finish } from './finish.ts'
import { showVerifyRequest } from './pages.ts'
import { start } from './start.ts'

/** A link and a code, sent to an address. */
export const email: Method<Readonly<EmailConfig>> = {
  start,
  finish,
  steps: { 'verify-request': showVerifyRequest },
}

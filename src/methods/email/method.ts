import type { EmailConfig } from '../../types/email.ts'
import type { Method } from '../method.ts'
import { finish, preview } from './finish.ts'
import { showVerifyRequest } from './pages.ts'
import { start } from './start.ts'

/** A link and a code, sent to an address. */
export const email: Method<Readonly<EmailConfig>> = {
  start,
  finish,
  preview,
  steps: { 'verify-request': showVerifyRequest },
}

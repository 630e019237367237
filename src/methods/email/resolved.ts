import type { ResolvedProvider } from '../../config/part.ts'
import type { EmailConfig } from '../../types/email.ts'

/** An e-mail provider after the configuration was read. */
export interface ResolvedEmail
  extends ResolvedProvider,
    Readonly<Omit<EmailConfig, 'method' | 'id' | 'name' | 'type'>> {
  readonly type: 'email'
}

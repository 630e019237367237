import { type EmailProvider, mailer } from '../methods/email/provider.ts'
import { smtp } from '../methods/email/smtp.ts'

/** Sign in by a link or a code, sent over SMTP or by your own `sendVerificationRequest`. */
const Email: EmailProvider = mailer({ id: 'email', name: 'Email', ...smtp() })

export default Email

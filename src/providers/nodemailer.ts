import { type EmailProvider, mailer } from '../methods/email/provider.ts'
import { smtp } from '../methods/email/smtp.ts'

/** Sign in by a link or a code, sent over SMTP with nodemailer, which bundlers include from here. */
const Nodemailer: EmailProvider = mailer({
  id: 'nodemailer',
  name: 'Nodemailer',
  ...smtp(() => import('nodemailer')),
})

export default Nodemailer

import { http } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Sign in by a link or a code, sent through Resend. */
const Resend: EmailProvider = mailer({
  id: 'resend',
  name: 'Resend',
  // https://resend.com/docs/api-reference/emails/send-email
  ...http({
    url: 'https://api.resend.com/emails',
    headers: { authorization: 'Bearer {apiKey}' },
    body: { from: '{from}', to: ['{to}'], subject: '{subject}', text: '{text}', html: '{html}' },
  }),
})

export default Resend

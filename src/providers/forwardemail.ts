import { http } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Sign in by a link or a code, sent through Forward Email. */
const ForwardEmail: EmailProvider = mailer({
  id: 'forwardemail',
  name: 'Forward Email',
  // https://forwardemail.net/en/email-api#create-outbound-smtp-email
  ...http({
    url: 'https://api.forwardemail.net/v1/emails',
    headers: {},
    basic: ['{apiKey}', ''],
    body: { from: '{from}', to: '{to}', subject: '{subject}', text: '{text}', html: '{html}' },
  }),
})

export default ForwardEmail

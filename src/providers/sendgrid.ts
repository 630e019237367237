import { http } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Sign in by a link or a code, sent through Twilio SendGrid. `from` is a plain address. */
const SendGrid: EmailProvider = mailer({
  id: 'sendgrid',
  name: 'SendGrid',
  // https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
  ...http({
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: { authorization: 'Bearer {apiKey}' },
    body: {
      personalizations: [{ to: [{ email: '{to}' }] }],
      from: { email: '{from}' },
      subject: '{subject}',
      content: [
        { type: 'text/plain', value: '{text}' },
        { type: 'text/html', value: '{html}' },
      ],
      // Counting clicks would rewrite the link.
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  }),
})

export default SendGrid

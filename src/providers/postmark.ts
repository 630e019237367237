import { http } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Sign in by a link or a code, sent through Postmark. */
const Postmark: EmailProvider = mailer({
  id: 'postmark',
  name: 'Postmark',
  // https://postmarkapp.com/developer/api/email-api
  ...http({
    url: 'https://api.postmarkapp.com/email',
    headers: { accept: 'application/json', 'x-postmark-server-token': '{apiKey}' },
    body: {
      From: '{from}',
      To: '{to}',
      Subject: '{subject}',
      TextBody: '{text}',
      HtmlBody: '{html}',
      MessageStream: 'outbound',
      // Counting clicks would rewrite the link.
      TrackLinks: 'None',
    },
  }),
})

export default Postmark

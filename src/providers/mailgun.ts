import { http } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Mailgun's own options. */
export interface MailgunOptions {
  /** The region where the domain was registered. Default `US`. */
  region?: 'US' | 'EU'
}

const servers = { US: 'api.mailgun.net', EU: 'api.eu.mailgun.net' }

/** Sign in by a link or a code, sent through Mailgun, from the domain of `from`. */
const Mailgun: EmailProvider<MailgunOptions> = mailer({
  id: 'mailgun',
  name: 'Mailgun',
  // https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages
  ...http({
    url: 'https://{host}/v3/{domain}/messages',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    basic: ['api', '{apiKey}'],
    body: {
      from: '{from}',
      to: '{to}',
      subject: '{subject}',
      text: '{text}',
      html: '{html}',
      // Counting clicks would rewrite the link.
      'o:tracking-clicks': 'no',
    },
    words: ({ from = '', region = 'US' }: { from?: string | undefined } & MailgunOptions) => ({
      host: servers[region],
      domain: /@([^>\s]+)/.exec(from)?.[1] ?? '',
    }),
  }),
})

export default Mailgun

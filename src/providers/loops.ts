import { httpTemplate } from '../methods/email/http.ts'
import { type EmailProvider, mailer } from '../methods/email/provider.ts'

/** Loops's own options. */
export interface LoopsOptions {
  /** The id of the transactional mail, which you write at Loops with the data variables `url` and `code`. */
  transactionalId?: string | undefined
}

const sender = httpTemplate({
  url: 'https://app.loops.so/api/v1/transactional',
  headers: { authorization: 'Bearer {apiKey}' },
  body: {
    transactionalId: '{transactionalId}',
    email: '{to}',
    dataVariables: { url: '{url}', code: '{code}' },
  },
})

/** Sign in by a link or a code, sent through Loops. */
const Loops: EmailProvider<LoopsOptions> = mailer({
  id: 'loops',
  name: 'Loops',
  // https://loops.so/docs/api-reference/send-transactional-email
  // The mail at Loops contains the sender's address.
  ...sender,
})

export default Loops

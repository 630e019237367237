import { AuthError } from '../../errors.ts'
import { loadOnce } from '../../services/load-once.ts'
import type { VerificationRequest } from '../../types/email.ts'
import type { Sender } from './provider.ts'

type LoadNodemailer = () => Promise<typeof import('nodemailer')>

/**
 * Sends mail through an SMTP server, with nodemailer, which the application installs. Without `load` it is found when the first mail is
 * sent, and no bundler sees it: whoever sends by other means need not install it.
 */
export function smtp(load: LoadNodemailer = findNodemailer): Sender {
  return {
    needs: ['server', 'from'],
    sendVerificationRequest: (request) => send(request, load),
  }
}

async function send(
  { identifier, mail, provider }: VerificationRequest,
  load: LoadNodemailer,
): Promise<void> {
  const { createTransport } = await load().catch((cause) => {
    throw notInstalled(provider.id, cause)
  })
  const transport = createTransport(provider.server ?? {})
  try {
    // An object is not parsed, so that nothing in it can become a second recipient.
    const to = { name: '', address: identifier }
    const { rejected, pending } = await transport.sendMail({ ...mail, to, from: provider.from })
    if ([...(rejected ?? []), ...(pending ?? [])].length > 0) {
      throw new Error('The mail server did not take the mail')
    }
  } finally {
    transport.close()
  }
}

const loadFinder = loadOnce(() => import('../../services/installed-package.ts'))

/** What the package of that name exports. */
async function findNodemailer(): Promise<typeof import('nodemailer')> {
  const { loadInstalled } = await loadFinder()
  return (await loadInstalled('nodemailer')) as typeof import('nodemailer')
}

function notInstalled(provider: string, cause: unknown): AuthError {
  return new AuthError('Configuration', 'Mail over SMTP needs the package nodemailer', {
    provider,
    hint: 'npm i nodemailer. In a bundle without it, use the provider of portico/providers/nodemailer.',
    cause,
  })
}

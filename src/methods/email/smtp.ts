import { AuthError } from '../../errors.ts'
import type { ImportPackage } from '../../services/installed-package.ts'
import { loadOnce } from '../../services/load-once.ts'
import { functionWithStartCheck } from '../../services/start-check.ts'
import type { EmailConfig, OutgoingMail } from '../../types/email.ts'
import type { Sender } from './provider.ts'

type LoadNodemailer = () => Promise<typeof import('nodemailer')>

/**
 * Sends mail through an SMTP server, with nodemailer, which the application installs. Without `load` it is found when the first mail is
 * sent, and no bundler fails without it: whoever sends by other means need not install it. Its absence is told at the start.
 */
export function smtp(load: LoadNodemailer = findNodemailer): Sender {
  return {
    needs: ['server', 'from'],
    send: functionWithStartCheck(
      (mail: OutgoingMail, provider: EmailConfig) => send(mail, provider, load),
      () => assertInstalled(load),
    ),
  }
}

/** The milliseconds that a mail server may take. By itself nodemailer waits ten minutes, and the visitor with it. */
const patience = 30_000
/** Connecting and the greeting get a second less, so that nodemailer can say which of the two failed. */
const untilGreeting = patience - 1000

/** The server for nodemailer. It gives its socket up as well, unless the application has set other limits. */
function bounded(server: NonNullable<EmailConfig['server']>) {
  if (typeof server === 'object' && typeof server.send === 'function') return server
  const limits = {
    connectionTimeout: untilGreeting,
    greetingTimeout: untilGreeting,
    socketTimeout: patience,
  }
  return { ...limits, ...(typeof server === 'string' ? { url: server } : server) }
}

async function send(
  { to: address, subject, text, html }: OutgoingMail,
  provider: EmailConfig,
  load: LoadNodemailer,
): Promise<void> {
  const { createTransport } = await load().catch((cause) => {
    throw notInstalled(cause, provider.id)
  })
  const transport = createTransport(bounded(provider.server ?? {}))
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    const late = () =>
      reject(new Error(`The mail server did not answer within ${patience / 1000} s`))
    timer = setTimeout(late, patience)
  })
  try {
    // An object is not parsed, so that nothing in it can become a second recipient.
    const to = { name: '', address }
    const sent = transport.sendMail({ subject, text, html, to, from: provider.from })
    const { rejected, pending } = await Promise.race([sent, silence])
    if ([...(rejected ?? []), ...(pending ?? [])].length > 0) {
      throw new Error('The mail server did not take the mail')
    }
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

const loadFinder = loadOnce(() => import('../../services/installed-package.ts'))

/** The exports of the package nodemailer. */
async function findNodemailer(): Promise<typeof import('nodemailer')> {
  const { loadInstalled, rethrow } = await loadFinder()
  const load: ImportPackage = async (name) => {
    try {
      return await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
          'nodemailer'
      )
    } catch (cause) {
      return rethrow(cause)
    }
  }
  return (await loadInstalled('nodemailer', load)) as typeof import('nodemailer')
}

/** Rejects where nodemailer is not to be had. One that is installed is not loaded for that. */
async function assertInstalled(load: LoadNodemailer): Promise<void> {
  const { isInstalled } = await loadFinder()
  if (isInstalled('nodemailer')) return
  await load().catch((cause) => {
    throw notInstalled(cause)
  })
}

function notInstalled(cause: unknown, provider?: string): AuthError {
  return new AuthError('Configuration', 'Mail over SMTP needs the package nodemailer', {
    provider,
    hint: 'npm i nodemailer. In a bundle without it, use the provider of porticojs/providers/nodemailer.',
    cause,
  })
}

import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { toAuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import { sendMail } from '../methods/send-mail.ts'
import type { StoredUser } from '../types/storage.ts'
import type { MailPurpose } from './flow.ts'
import { findUser } from './identifier.ts'
import { type MailedLink, mailedLink } from './kinds.ts'
import { type MailName, writeMail } from './mails.ts'
import { passwordMailer, type ResolvedPassword } from './resolved.ts'
import { passwordText } from './text.ts'

/** The lifetime of a mailed link, in seconds. */
export const linkSeconds = 3600

/** A mail that is to be sent. */
export interface Delivery {
  readonly purpose: MailPurpose
  readonly account: string
  readonly token: string
  readonly code: string
  /** The user who adds the address. */
  readonly adds?: string | undefined
}

/** The mail for each purpose, where somebody has proven the address and where nobody has. */
const mailNames: Readonly<Record<MailPurpose, readonly [known: MailName, unknown: MailName]>> = {
  signUp: ['known', 'confirm'],
  set: ['known', 'confirm'],
  reset: ['reset', 'unknown'],
}

/** The purpose of each mail, in the words of `OutgoingMail`. */
const purposes: Readonly<Record<MailName, string>> = {
  confirm: 'confirmAddress',
  known: 'signUpKnown',
  reset: 'resetPassword',
  unknown: 'resetUnknown',
}

/**
 * Looks up who has an address and sends the mail that says so, after the answer: whatever the answer says, sets or takes is the same for
 * everybody. A failure is logged.
 */
export function deliverLater(
  context: Context,
  provider: ResolvedPassword,
  delivery: Delivery,
): void {
  const work = async () => {
    // The answer is on its way before this begins.
    await new Promise((resolve) => setTimeout(resolve))
    await deliver(context, provider, delivery)
  }
  context.waitUntil(work().catch((thrown) => context.services.logger.error(toAuthError(thrown))))
}

async function deliver(
  context: Context,
  provider: ResolvedPassword,
  { purpose, account, token, code, adds }: Delivery,
): Promise<void> {
  const { baseUrl } = context
  const user = await findUser(context, provider, account)
  const to = provider.identifier === 'email' ? account : provenAddress(user)
  // A name without a proven address: there is nobody to write to.
  if (to === undefined) return
  const owner = provenAddress(user) === undefined ? undefined : user?.id
  const name = mailNames[purpose][owner === undefined ? 1 : 0]
  // What was typed in this browser must not replace the password of an account: that link asks for a new one.
  const secret = name === 'known' ? random(32) : token
  if (name !== 'unknown')
    await keepLink(context, secret, owner ?? adds, {
      address: to,
      ...(adds !== undefined && owner === undefined && { adds: true }),
    })
  const link = {
    url: `${baseUrl}/callback/${provider.id}?token=${secret}`,
    minutes: linkSeconds / 60,
  }
  const content =
    name === 'unknown' ? { url: provider.signUp ? `${baseUrl}/signup` : undefined } : link
  const typed = name === 'confirm' || name === 'reset' ? code : undefined
  const mail = writeMail(context, await passwordText(context), name, { ...content, code: typed })
  const secrets = [secret, code]
  const ready = { to, ...mail, purpose: purposes[name], secrets }
  await sendMail(context, passwordMailer(provider), ready)
}

/** Keeps a link, by the hash of its token. Nobody who reads the storage can use it. */
async function keepLink(
  context: Context,
  token: string,
  userId: string | null = null,
  secret: MailedLink,
): Promise<void> {
  const lookup = await sha256(token)
  const expires = new Date(context.services.now() + linkSeconds * 1000)
  await itemsOf(context, mailedLink).put({ lookup, userId, data: {}, secret, expires })
}

function provenAddress(user: StoredUser | null): string | undefined {
  return user?.emailVerified ? (user.email ?? undefined) : undefined
}

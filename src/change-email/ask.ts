import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random, randomDigits } from '../crypto/random.ts'
import { AuthError, toAuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { itemsOf } from '../identity/items.ts'
import { askerBy, requireCurrentSession } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { canonicalAddress } from '../methods/email/address.ts'
import { passGate } from '../methods/gate.ts'
import { promotionIn } from '../methods/load.ts'
import { assertOwnAddress } from '../methods/send-mail.ts'
import { assertProven, provenIn } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { pending } from './kinds.ts'
import { mailerIn } from './mailer.ts'
import { mailProof } from './mails.ts'

/** The lifetime of a mailed link and its code, in seconds. */
const proofSeconds = 3600

/**
 * Somebody wants another address. It must be as hard as adding any way in, because that is what an address is. The answer is the same
 * whoever has the address: only after it, somebody is looked up, and the mail says which it is.
 */
export async function askForChange(
  context: Context,
  reader: SessionReader,
  body: Body,
): Promise<void> {
  const { config, services, request } = context
  const current = await requireCurrentSession(reader, request)
  // Whoever planted a provisional session here would share the address.
  if (await promotionIn(context))
    throw new AuthError('SessionRequired', 'A provisional user signs in instead')
  await assertProven(context, provenIn(current))
  const email = canonicalAddress(body.email)
  await services.consumeLimit('mail', { account: email, reachesOthers: true, request })
  await passGate(context, { action: 'mail', account: email, body })
  assertOwnAddress(context, mailerIn(context))
  const { userId } = current
  const [token, code] = [random(32), randomDigits(6)]
  const hashes = { token: await sha256(token), code: await codeHash(userId, code) }
  const expires = new Date(services.now() + proofSeconds * 1000)
  await changeUser(config, askerBy(reader, current), async (inside) => {
    const wishes = itemsOf(context, pending, inside)
    const user = await inside.getUser?.(userId)
    const secret = { email, ...hashes, generation: user?.sessionGeneration ?? '' }
    await wishes.delete(userId)
    await wishes.put({ lookup: userId, userId, data: {}, secret, expires })
  })
  context.once = true
  const mail = async () => {
    // The answer is on its way before this begins.
    await new Promise((resolve) => setTimeout(resolve))
    await mailProof(context, { email, userId, token, code })
  }
  context.waitUntil(mail().catch((thrown) => services.logger.error(toAuthError(thrown))))
}

/** A code is worth nothing for another user. */
export async function codeHash(userId: string, code: string): Promise<string> {
  return sha256(`${userId} ${code}`)
}

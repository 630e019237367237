import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { itemsOf } from '../identity/items.ts'
import { assertOwnAddress, sendMail } from '../methods/send-mail.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { mayBeSince } from '../services/clock-slack.ts'
import { requireStorage } from '../services/require-storage.ts'
import { devicesOf } from './devices.ts'
import { link, type Noticed } from './kinds.ts'
import { noticeMailer } from './mailer.ts'
import type { Telling } from './telling.ts'
import { noticeText } from './text.ts'
import { writeNotice } from './write.ts'

/** The seconds within which somebody can say that it was not them. */
const linkSeconds = 30 * 86_400

/** The act, and what had begun before it. Of a sign-in that alone stays. */
async function noticed(context: Context, event: string, userId: string): Promise<Noticed> {
  const at = context.now * 1000
  if (event !== 'signIn') return { event, at, kept: [] }
  const storage = requireStorage(context.config)
  const isSince = mayBeSince(at)
  const isKept = (each: { createdAt?: Date }) =>
    each.createdAt !== undefined && each.createdAt.getTime() < at && isSince(each)
  const sessions = (await storage.listSessions?.(userId)) ?? []
  const devices = await devicesOf(context, storage, userId)
  const kept = [
    ...sessions.filter(isKept).map(({ sessionToken }) => sessionToken),
    ...devices.filter(isKept).map(({ id }) => id),
  ]
  return { event, at, kept }
}

/** Sends one notice to one address, with a link of its own. */
export async function sendNotice(context: Context, telling: Telling): Promise<void> {
  const { config, baseUrl, now } = context
  const { event, userId, address, isGone, notice } = telling
  const part = config.parts.find(({ name }) => name === 'notices')
  const mailer = noticeMailer(part ?? {})
  assertOwnAddress(context, mailer)
  const token = random(24)
  const expires = new Date((now + linkSeconds) * 1000)
  const url = `${baseUrl}/notice?token=${token}`
  if (!isGone) {
    const lookup = await sha256(token)
    const secret = await noticed(context, event, userId)
    await itemsOf(context, link).put({ lookup, userId, data: {}, secret, expires })
  }
  const frame = requestFrame(context)
  const mail = writeNotice(context, frame, await noticeText(context), telling, url)
  await sendMail(context, mailer, { to: address, ...mail, purpose: notice, secrets: [token] })
}

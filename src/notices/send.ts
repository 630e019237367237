import type { ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { ResolvedEmail } from '../methods/email/resolved.ts'
import { assertOwnAddress, sendMail } from '../methods/email/send.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { link } from './kinds.ts'
import type { Telling } from './telling.ts'
import { noticeText } from './text.ts'
import { writeNotice } from './write.ts'

/** How long somebody can say that it was not them. */
const linkSeconds = 30 * 86_400

/** Sends one notice to one address, with a link of its own. */
export async function sendNotice(context: Context, telling: Telling): Promise<void> {
  const { config, services, request, baseUrl, now } = context
  const { event, userId, address, isGone } = telling
  const provider = senderOf(config)
  assertOwnAddress(context, provider)
  const token = random(24)
  const expires = new Date((now + linkSeconds) * 1000)
  const url = `${baseUrl}/notice?token=${token}`
  if (!isGone) {
    const lookup = await sha256(token)
    const secret = { event, at: now * 1000 }
    await itemsOf(context, link).put({ lookup, userId, data: {}, secret, expires })
  }
  const frame = requestFrame(context)
  const mail = writeNotice(context, frame, await noticeText(context), telling, url)
  await sendMail(context, {
    ...{ identifier: address, url, token, code: '', expires, provider, mail, request },
    ...{ theme: config.theme, lang: frame.lang ?? 'en', fetch: services.fetch },
  })
}

/** The first provider that sends the mail it is given. One with an own `sendVerificationRequest` may write a sign-in mail of its own. */
function senderOf({ providers }: Config): ResolvedEmail {
  const found = [...providers.values()].find(sendsAnyMail)
  if (found) return found
  throw new AuthError('Configuration', 'Notices need an email provider that sends them', {
    field: 'parts',
    hint: 'Add Email, Resend or another sender of porticojs/providers to `providers`.',
  })
}

function sendsAnyMail(provider: ResolvedProvider): provider is ResolvedEmail {
  return provider.type === 'email' && ((provider as ResolvedEmail).needs ?? []).length > 0
}

import type { Context } from '../context.ts'
import { toAuthError } from '../errors.ts'
import type { PartCode } from '../methods/part-code.ts'
import type { Told } from '../types/happening.ts'
import type { StoredUser } from '../types/storage.ts'
import { acts, type Notice } from './acts.ts'
import { meetDevice } from './devices.ts'
import { isWithinLimit } from './limit.ts'
import { answerNotMe } from './not-me.ts'
import { sendNotice } from './send.ts'

/** Notices by mail. */
export const notices: PartCode = { happened, pathHandlers: { notice: answerNotMe } }

async function happened(context: Context, told: Told): Promise<void> {
  const { config, services } = context
  const { event, userId, provider = '', before } = told
  // Of an app that signs in by itself its own event tells, and nothing else.
  if (context.browser === false && (event === 'createUser' || event === 'signIn')) return
  if (event === 'createUser') return void (await meetDevice(context, userId))
  if (event === 'signIn' && (await meetDevice(context, userId))) return
  const user = (await config.storage?.getUser?.(userId)) ?? null
  const { type, name = provider } = config.providers.get(provider) ?? {}
  const notice = acts[event]?.({ told, type, email: user?.email })
  const recipients = notice ? addresses(notice, user, before) : []
  if (!notice || recipients.length === 0 || !(await isWithinLimit(context, userId, notice))) return
  const tell = async (address: string) => {
    try {
      await sendNotice(context, { notice, event, userId, name, address, isGone: !user })
    } catch (thrown) {
      services.logger.error(toAuthError(thrown))
    }
  }
  context.waitUntil(Promise.all(recipients.map(tell)))
}

/** The proven addresses of a user: the old one is told too. What nobody has proven may be a stranger's. */
function addresses(
  notice: Notice,
  user: StoredUser | null,
  before: StoredUser | undefined,
): string[] {
  // Whoever claimed the address before its owner came is not told.
  const people = notice === 'takeover' ? [user] : [before, user]
  return [...new Set(people.flatMap((each) => (each?.emailVerified && each.email) || []))]
}

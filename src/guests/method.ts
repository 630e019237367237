import type { Context } from '../context.ts'
import { itemsOf } from '../identity/items.ts'
import { gatedForm } from '../methods/gate.ts'
import type { Method } from '../methods/method.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { provenIn } from '../sessions/proof.ts'
import type { GuestCalls } from '../types/guest.ts'
import { accountSection } from './account-section.ts'
import { finish } from './finish.ts'
import { rememberGuest } from './guest-cookie.ts'
import { guestMark } from './kind.ts'
import { promotion } from './promotion.ts'
import type { ResolvedGuest } from './resolved.ts'
import { isGuestSession } from './session.ts'
import { sweepGuests, sweepNowAndThen } from './sweep.ts'
import { guestText } from './text.ts'

/** Somebody, but nobody known. */
const logo =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="8.5" r="3.5"/><path d="M5 19c1.2-3 3.8-4 7-4s5.8 1 7 4"/></svg>'

/** Guests: users without any way in, whose place a sign-in takes. */
export const guest: Method<ResolvedGuest, true, GuestCalls> = {
  start: async (context) => ({ redirect: signInPageUrl(context) }),
  finish,
  async view(context, { id, name }) {
    const say = await guestText(context)
    const form = await gatedForm(context, 'guest', {
      name,
      submit: say.begin,
      action: `${context.baseUrl}/callback/${id}`,
    })
    const isHere = await isGuestHere(context)
    const notice = isHere ? { title: say.title, text: say.keep, neutral: true } : undefined
    // Whoever was a guest before is not meant to be one again.
    return { ...form, notice, lastUsed: false, style: { logo } }
  },
  accountSection,
  promotion,
  calls: (reader) => ({ guests: { sweep: () => sweepGuests(reader) } }),
  async happened(context) {
    sweepNowAndThen(context)
  },
  waysIn: async () => [],
  async save(storage, { methodData }, { id }, app) {
    if (!methodData) return
    const marks = itemsOf(app, guestMark, storage)
    await marks.put({ lookup: id, userId: id, data: {}, secret: undefined })
    await rememberGuest(app, id)
  },
}

async function isGuestHere(context: Context): Promise<boolean> {
  const current = await context.currentSession()
  return current !== null && isGuestSession(provenIn(current))
}

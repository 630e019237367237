import type { Context } from '../context.ts'
import { happened } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import type { Promotion } from '../methods/part-code.ts'
import { provenIn } from '../sessions/proof.ts'
import type { Told } from '../types/happening.ts'
import type { Storage } from '../types/storage.ts'
import { endGuest } from './end-guest.ts'
import { forgetGuest, rememberedGuest } from './guest-cookie.ts'
import { guestMark } from './kind.ts'
import { isGuestProvider } from './resolved.ts'
import { isGuestSession } from './session.ts'
import { hasSession } from './sweep.ts'

/**
 * The guest of this browser, if somebody proves there who they are. A guest whose session ended meanwhile, or whose place another tab took,
 * is none: then it is a sign-in like any other.
 */
export async function promotion(context: Context): Promise<Promotion | undefined> {
  const current = await context.currentSession()
  const isGuest = current && isGuestSession(provenIn(current))
  const userId = current ? isGuest && current.userId : await rememberedGuest(context)
  if (!userId) return undefined
  const [provider] = [...context.config.providers.values()].filter(isGuestProvider)
  let told: Told | undefined
  const isStillHere = async (inside: Storage) =>
    current
      ? (await inside.getSessionAndUser?.(current.sessionId))?.user.id === userId
      : hasSession(context, inside, userId)
  return {
    userId,
    async begin(inside) {
      told = undefined
      const mark = await itemsOf(context, guestMark, inside).find(userId)
      const guest = mark.state === 'none' ? null : await inside.getUser?.(userId)
      if (!guest || !(await isStillHere(inside))) return undefined
      const end = await endGuest(context, inside, guest, provider?.merge)
      return {
        user: guest,
        async end(user) {
          const isPromoted = user.id === userId
          told = isPromoted
            ? { event: 'promoteGuest', userId }
            : { event: 'mergeGuest', userId: user.id, detail: { from: userId } }
          return end(user)
        },
      }
    },
    async tell() {
      if (!told) return
      forgetGuest(context)
      const line = `${told.event}: the guest ${userId} is ${told.userId} now`
      context.services.trace(() => ({
        step: 'promoted',
        line,
        from: userId,
        to: told?.userId ?? '',
      }))
      await happened(context, told)
    },
  }
}

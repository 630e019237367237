import { createContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { crossSiteError } from '../http/csrf.ts'
import { requestSite } from '../http/request-site.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { tellOf } from '../identity/happened.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { requireUserId } from '../identity/require-user.ts'
import { removeWayIn } from '../identity/ways-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import { readSession, type SessionReader } from '../sessions/read-session.ts'
import type { PasswordCalls } from '../types/password.ts'
import { changePassword } from './change.ts'
import { passwordHash } from './kinds.ts'
import { passwordProviderOf, setPassword } from './set.ts'
import { passwordKey, removePassword } from './ways-in.ts'

/** `auth.passwords`, for one configuration. */
export function passwordCalls(reader: SessionReader): PasswordCalls {
  const { config } = reader
  return {
    passwords: {
      async has(who) {
        const userId = await requireUserId(reader, who)
        return hasItems(requireStorage(config), passwordHash, userId)
      },

      set: (who, password, { username } = {}) =>
        setPassword(reader, passwordProviderOf(config), who, { password, username }),

      async change(source, { current, password, gateToken }) {
        const later: Promise<unknown>[] = []
        const context = createContext(reader, source, {
          form: {},
          readSession: async () => readSession(reader, source),
          waitUntil: (work) => void later.push(work),
        })
        const { request, origin } = context
        if (requestSite(request, origin, config.actingOrigins) === 'other')
          throw crossSiteError(source, origin)
        const body = { current, password, gateToken }
        await changePassword(context, passwordProviderOf(config), body, reader)
        await Promise.all(later)
        const cookies = context.cookies.changes()
        const headers = new Headers()
        writeCookies(headers, cookies)
        return { cookies, headers }
      },

      async remove(who) {
        const asker = await requireRecentAsker(reader, who)
        const { userId } = asker
        const provider = passwordProviderOf(config)
        await removeWayIn(config, asker, async (inside) => {
          if (!(await hasItems(inside, passwordHash, userId)))
            throw new AuthError('NotFound', 'The person has no password')
          const keys = [passwordKey(userId)]
          return { keys, remove: () => removePassword(inside, provider, userId) }
        })
        await tellOf(reader, who, { event: 'unlinkAccount', userId, provider: provider.id })
      },
    },
  }
}

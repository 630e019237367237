import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Session } from '../types/nouns.ts'
import type { Storage, StoredSession, StoredUser } from '../types/storage.ts'
import type { Sessions } from './session.ts'
import { sessionCookie } from './value.ts'

const needed = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

type SessionStorage = Storage & Required<Pick<Storage, (typeof needed)[number]>>

/** Sessions that live in the storage; the cookie holds a random key, the storage only its hash. */
export function databaseSessions(config: Config): Sessions {
  const storage = withSessions(config.storage)
  const { maxAge, updateAge } = config.session

  async function shape(
    found: { session: StoredSession; user: StoredUser },
    request: Request,
  ): Promise<Session> {
    const { id, name, email, image } = found.user
    const session: Session = {
      user: { id, name: name ?? null, email: email ?? null, image: image ?? null },
      expires: found.session.expires.toISOString(),
    }
    return (await config.callbacks.session?.({ session, user: found.user, request })) ?? session
  }

  return {
    async issue({ cookies, header, now, request }, { user }, inside) {
      const storage = withSessions(inside)
      const name = cookies.name('session')
      const before = cookies.read(header, name)
      // A session is never carried over: whoever planted the old key must not own the new session.
      if (before) await storage.deleteSession(await sha256(before))
      const key = random(32)
      const userAgent = request.headers.get('user-agent')?.slice(0, 300)
      await storage.createSession({
        sessionToken: await sha256(key),
        userId: user.id,
        expires: new Date((now + maxAge) * 1000),
        ...(storage.listSessions && {
          createdAt: new Date(now * 1000),
          lastUsedAt: new Date(now * 1000),
          ...(userAgent && { userAgent }),
        }),
      })
      return cookies.set(name, key, header, { maxAge })
    },

    async read(request, cookie) {
      const key = sessionCookie(config, request, cookie)
      if (!key) return null
      const found = await storage.getSessionAndUser(await sha256(key))
      const now = config.now()
      if (!found || found.session.expires.getTime() <= now) return null
      const due = found.session.expires.getTime() - (maxAge - updateAge) * 1000 <= now
      return { session: await shape(found, request), user: found.user, due }
    },

    async renew(context, reading) {
      const { cookies, header, outgoing, now, request } = context
      const name = cookies.name('session')
      const key = cookies.read(header, name)
      if (!key || !reading.user) return null
      const expires = new Date((now + maxAge) * 1000)
      const sessionToken = await sha256(key)
      const seen = storage.listSessions && { lastUsedAt: new Date(now * 1000) }
      await storage.updateSession({ sessionToken, expires, ...seen })
      outgoing.push(...cookies.set(name, key, header, { maxAge }))
      const session = { sessionToken, userId: reading.user.id, expires }
      return shape({ session, user: reading.user }, request)
    },

    async end(context: Context) {
      const { cookies, header, outgoing } = context
      const name = cookies.name('session')
      const key = cookies.read(header, name)
      outgoing.push(...cookies.clear(name, header))
      if (key) await storage.deleteSession(await sha256(key))
    },
  }
}

function withSessions(storage: Storage | undefined): SessionStorage {
  for (const method of needed) {
    if (storage && method in storage) continue
    throw new AuthError('Configuration', `The storage cannot keep sessions: it has no ${method}`, {
      field: 'session.strategy',
      hint: 'Use another storage, or `session: { strategy: "cookie" }`.',
    })
  }
  return storage as SessionStorage
}

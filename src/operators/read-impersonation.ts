import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { refusalOf } from '../sessions/admission.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import { proofAsked, type SessionDemands } from '../sessions/bearer.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Item } from '../types/item.ts'
import type { StoredUser } from '../types/storage.ts'
import { type ImpersonationFacts, impersonation } from './impersonation.ts'

/** Everything that it takes to read who acts as whom. */
export type ActingReader = App & Pick<SessionReader, 'sessions'>

/** The cookies of a request that names an impersonation. */
export interface ActingCookies {
  readonly cookie: string
  readonly secure: boolean
  readonly key: string
}

/** An impersonation that is going on. */
export interface Acting {
  readonly item: Item<ImpersonationFacts, undefined>
  readonly user: StoredUser
  /** The operator's own session. */
  readonly own: CurrentSession
}

/**
 * The impersonation of a request. It counts only beside the session in which the operator began it, and ends with that: by a sign-out, a
 * block, or a sign-in as somebody else.
 */
export async function findActing(
  app: ActingReader,
  { cookie, secure, key }: ActingCookies,
): Promise<Acting | undefined> {
  const lookup = await sha256(key)
  const found = await askStorage(() => itemsOf(app, impersonation).findWithUser(lookup))
  assertAnswered(found)
  if (found.state !== 'readable' || !found.user) return undefined
  const { item, user } = found
  const own = await app.sessions.read(cookie, secure)
  if (own?.userId !== item.data.actor) return undefined
  if (!equal(await sha256(own.sessionId), item.data.session)) return undefined
  return refusalOf(app, user) ? undefined : { item, user, own }
}

/**
 * The session of an operator who acts as somebody else; undefined if the impersonation is over: then the operator's own counts. Whatever
 * changes something, or asks for a proof, finds nobody: an operator adds no way in, makes no token and deletes nothing.
 */
export async function readActing(
  app: ActingReader,
  cookies: ActingCookies,
  demands: SessionDemands | undefined,
): Promise<CurrentSession | null | undefined> {
  const acting = await findActing(app, cookies)
  if (!acting) return undefined
  const proof = demands && proofAsked(demands)
  if (demands && !proof) return toCurrentSession(app, acting)
  if (!demands?.required) return null
  throw new AuthError('AccessDenied', `An operator who acts as a user cannot meet \`${proof}\``, {
    hint: 'Only the person can. The operator goes back with POST /impersonation.',
  })
}

function toCurrentSession({ config }: App, { item, user, own }: Acting): CurrentSession {
  const { id, name = null, email = null, image = null } = user
  const { user: operator } = own.session
  const expires = item.expires ?? new Date(0)
  const exp = Math.floor(expires.getTime() / 1000)
  return {
    userId: id,
    sessionId: item.lookup,
    session: {
      user: { id, name, email, image },
      expires: expires.toISOString(),
      // Nobody proved to be this user.
      authTime: 0,
      amr: [],
      actor: { id: own.userId, name: operator.name ?? null, email: operator.email ?? null },
    },
    user,
    // RFC 8693 §4.1.
    ...(config.session.strategy === 'cookie' && {
      token: { sub: id, name, email, picture: image, exp, act: { sub: own.userId } },
    }),
    needsRenewal: false,
  }
}

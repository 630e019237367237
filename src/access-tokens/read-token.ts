import type { CurrentSession } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { refusalOf } from '../sessions/admission.ts'
import { askStorage } from '../sessions/ask-storage.ts'
import type { SessionDemands } from '../sessions/bearer.ts'
import type { StoredItem } from '../types/item.ts'
import type { StoredUser } from '../types/storage.ts'
import { accessToken } from './kind.ts'
import { recordUse } from './last-use.ts'
import { isAllowed } from './scopes.ts'
import type { TokenReader } from './token-reader.ts'
import { isToken } from './token-text.ts'

/** The session of a token, in one round trip; null if it is invalid or its scopes do not suffice. */
export async function readToken(
  reader: TokenReader,
  token: string,
  demands: SessionDemands,
): Promise<CurrentSession | null> {
  const { app, settings } = reader
  if (!isToken(settings.prefix, token)) return null
  const lookup = await sha256(token)
  const found = await askStorage(() => itemsOf(app, accessToken).findWithUser(lookup))
  assertAnswered(found)
  if (found.state !== 'readable' || !found.user || refusalOf(app, found.user)) return null
  const { item, user } = found
  // A scope that the application has removed grants nothing.
  const scopes = item.data.scopes.filter((scope) => settings.scopes.includes(scope))
  if (!isAllowed(settings, scopes, demands)) return null
  await recordUse(reader, accessToken, item)
  return toCurrentSession(item, user, scopes)
}

/** For tokens without expiry: a session needs a date. */
const endless = new Date('9999-12-31T23:59:59Z')

/** The session of a program. With `scopes` null, it may do what its user may in the application's own code. */
export function toCurrentSession(
  { lookup, expires }: Pick<StoredItem, 'lookup' | 'expires'>,
  user: StoredUser,
  scopes: string[] | null,
): CurrentSession {
  const { id, name = null, email = null, image = null } = user
  return {
    userId: id,
    sessionId: lookup,
    session: {
      user: { id, name, email, image },
      expires: (expires ?? endless).toISOString(),
      // Nobody signed in, so whatever needs a recent sign-in is refused.
      authTime: 0,
      amr: [],
      ...(scopes && { scopes }),
    },
    user,
    needsRenewal: false,
  }
}

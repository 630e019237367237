import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { crossSiteError } from '../http/csrf.ts'
import { publicOrigin } from '../http/origin.ts'
import { requestSite } from '../http/request-site.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { record } from '../identity/audit.ts'
import { tellOf } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { askerBy } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import { refusalOf } from '../sessions/admission.ts'
import { readSession, type SessionReader } from '../sessions/read-session.ts'
import { withoutSessionCallback } from '../sessions/session-callback.ts'
import type { ImpersonateOptions, OperatorOptions } from '../types/operators.ts'
import type { StoredUser } from '../types/storage.ts'
import { actingCookies, impersonation, impersonationSeconds } from './impersonation.ts'
import type { StartedImpersonation } from './started.ts'

const maxReason = 500

/** Lets an operator act as a user for half an hour. Their own session stays as it is, and is what they come back to. */
export async function impersonate(
  reader: SessionReader,
  { mayImpersonate }: OperatorOptions,
  source: RequestSource,
  id: string,
  { reason }: ImpersonateOptions,
): Promise<StartedImpersonation> {
  const { config, services } = reader
  const origin = publicOrigin(config, source)
  assertOwnWish(reader, source, origin)
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > maxReason)
    throw new AuthError('InvalidRequest', `\`reason\` is a text of 1 to ${maxReason} characters`, {
      field: 'reason',
    })
  const current = await requireOperator(reader, source)
  const getUser = requireOperation(requireStorage(config), 'getUser')
  const [actor, user] = [await getUser(current.userId), await getUser(id)]
  if (!user) throw new AuthError('NotFound', 'There is no such user', { field: 'id' })
  if (!actor || actor.id === user.id || refusalOf(reader, user))
    throw denied('You cannot act as yourself, or as a blocked user')
  // Anything but a clear yes is a no.
  if ((await mayImpersonate?.(actor, user)) !== true)
    throw denied('`mayImpersonate` of Operators() did not allow it')
  const key = random(32)
  const expires = new Date(services.now() + impersonationSeconds * 1000)
  const data = { actor: actor.id, session: await sha256(current.sessionId), reason }
  const lookup = await sha256(key)
  await changeUser(config, askerBy(reader, current), (inside) =>
    itemsOf(reader, impersonation, inside).put({ lookup, userId: id, data, expires, secret }),
  )
  await tellBoth(reader, source, 'impersonate', { actor, user, reason })
  const cookies = actingCookies(config, origin.startsWith('https:'), key)
  const headers = new Headers()
  writeCookies(headers, cookies)
  return { cookies, headers, expires }
}

/** The cookie's key is random: nothing of it is sealed. */
const secret = undefined

/** Writes the lines of both: each names the other. */
export async function tellBoth(
  reader: SessionReader,
  source: RequestSource,
  event: 'impersonate' | 'stopImpersonating',
  { actor, user, reason }: { actor: StoredUser; user: StoredUser; reason: string },
): Promise<void> {
  const named = ({ id, name = null, email = null }: StoredUser) => ({ id, name, email })
  const detail = { actor: named(actor), reason }
  await tellOf(reader, source, { event, userId: user.id, detail })
  await record(reader, source, { event, userId: actor.id, detail: { user: named(user), reason } })
}

/** The session of whoever asks: a person by their cookie, who does not act as somebody else already. */
async function requireOperator(reader: SessionReader, source: RequestSource) {
  const current = await readSession(reader, source)
  if (current) return current
  const seen = await readSession(withoutSessionCallback(reader), source, {})
  if (seen?.session.actor) throw denied('Whoever acts as a user cannot act as another one')
  throw new AuthError('SessionRequired', 'Nobody is signed in')
}

function denied(message: string): AuthError {
  return new AuthError('AccessDenied', message, {
    hint: 'Return true from `mayImpersonate(actor, user)` for those who may.',
  })
}

/** A page of another site must not begin it. */
function assertOwnWish({ config }: SessionReader, source: RequestSource, origin: string): void {
  if (requestSite(source, origin, config.actingOrigins) !== 'other') return
  if (readHeader(source, 'sec-fetch-site') !== 'none') throw crossSiteError(source, origin)
}

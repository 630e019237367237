import { emit } from '../callbacks.ts'
import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { typedCode } from '../http/typed-code.ts'
import { announceDisplaced } from '../identity/announce.ts'
import { happened } from '../identity/happened.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { askerBy, requireCurrentSession } from '../identity/require-user.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { codeHash } from './ask.ts'
import { freeAddress } from './free-address.ts'
import { hadByThen } from './had-by-then.ts'
import { change, type Pending, pending } from './kinds.ts'
import { mailChange } from './mails.ts'

/** The seconds within which the old address can take a change back: a weekend and a day. */
const returnSeconds = 72 * 3600

/** The code that was typed, or the token that came with the link. */
export interface Proof {
  readonly code?: unknown
  readonly token?: unknown
}

/**
 * Changes the address of whoever is signed in. The proof counts for the user who asked and nobody else: opened by the owner of the mailbox
 * in another account, the link of a stranger changes nothing.
 */
export async function confirmChange(
  context: Context,
  reader: SessionReader,
  proof: Proof,
): Promise<void> {
  const { config, services, request } = context
  const current = await requireCurrentSession(reader, request)
  const { userId } = current
  const { assertSignedIn } = askerBy(reader, current)
  const wish = await readWish(context, userId, proof)
  const token = random(32)
  const lookup = await sha256(token)
  const storage = requireStorage(config)
  const work = async (inside: Storage) => {
    const { isFree, displaced } = await freeAddress(inside, wish.email, userId)
    await assertSignedIn(inside)
    const taken = await itemsOf(context, pending, inside).take(userId)
    if (taken.state !== 'readable' || taken.item.secret.token !== wish.token) throw usedUp()
    const before = await inside.getUser?.(userId)
    if (!before || !isFree || !isInForce(wish, before)) throw usedUp()
    const at = services.now()
    const proven = { emailVerified: new Date(at), emailVerifiedBy: null }
    const user = await inside.updateUser?.({ id: userId, email: wish.email, ...proven })
    if (before.email && before.emailVerified && before.email !== wish.email) {
      const secret = { email: before.email, at, ...(await hadByThen(inside, userId, at)) }
      const expires = new Date(at + returnSeconds * 1000)
      await itemsOf(context, change, inside).put({ lookup, userId, data: {}, secret, expires })
    }
    return { before, user: user ?? before, displaced }
  }
  const { before, user, displaced } = await (storage.transaction?.(work) ?? work(storage))
  context.once = true
  if (displaced) await announceDisplaced(context, request, displaced)
  await tellOfChange(context, before, user, token)
}

/** True while a wish counts. Of somebody whose sessions were all ended since, nobody knows who had it. */
export function isInForce(
  { generation }: Pending,
  { sessionGeneration = '' }: StoredUser,
): boolean {
  return generation === sessionGeneration
}

/** The wish of a user, if the proof is right. Guesses are counted; a wrong one uses nothing up. */
async function readWish(context: Context, userId: string, proof: Proof): Promise<Pending> {
  const { services, request } = context
  const found = await itemsOf(context, pending).find(userId)
  assertAnswered(found)
  if (proof.token !== undefined) {
    const token = await sha256(String(proof.token))
    if (found.state === 'readable' && equal(found.item.secret.token, token))
      return found.item.secret
    throw usedUp()
  }
  context.triesLeft = await services.consumeLimit('code', { account: userId, request })
  if (!Number.isFinite(context.triesLeft)) delete context.triesLeft
  const code = await codeHash(userId, typedCode(String(proof.code)))
  if (found.state === 'readable' && equal(found.item.secret.code, code)) return found.item.secret
  throw new AuthError('CredentialsSignin', 'The code is not the one that was mailed', {
    reason: 'code-wrong',
    hint: 'The person mistyped it, or guesses. The number of tries is limited.',
  })
}

function usedUp(): AuthError {
  return new AuthError('Verification', 'The link or code was used or has expired', {
    field: 'token',
  })
}

/** Tells the application, the audit log and both addresses. */
async function tellOfChange(
  context: Context,
  before: StoredUser,
  user: StoredUser,
  token: string,
): Promise<void> {
  const { config, services, request } = context
  await emit(services, config.events.updateUser, { user, request })
  await happened(context, { event: 'changeEmail', userId: user.id, before })
  const wasProven = before.emailVerified ? (before.email ?? undefined) : undefined
  const old = wasProven === user.email ? undefined : wasProven
  mailChange(context, { to: user.email ?? '', old, token })
}

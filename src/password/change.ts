import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { happened } from '../identity/happened.ts'
import { askerBy, requireCurrentSession } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import { passGate } from '../methods/gate.ts'
import { assertProven, provenIn } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Write } from '../sessions/session.ts'
import { findPassword } from './check-password.ts'
import { countPassword, readPassword } from './form.ts'
import { hash, verify } from './hashing.ts'
import { namesOf } from './identifier.ts'
import { assertGoodPassword } from './judge.ts'
import { foreignHashesOf, type ResolvedPassword } from './resolved.ts'
import { assertUnchanged, endWhatItOpened, writePassword } from './save.ts'

/**
 * Changes the password of whoever is signed in and knows the old one. All their sessions end, and the links that could reset the old
 * password; this browser gets a session with a new key, as old as the one before.
 */
export async function changePassword(
  context: Context,
  provider: ResolvedPassword,
  body: Body,
  reader: SessionReader,
): Promise<void> {
  const { config, request } = context
  const current = await requireCurrentSession(reader, request)
  const proven = provenIn(current)
  await assertProven(context, proven)
  const { userId } = current
  const [old, next] = [readPassword(provider, body.current), readPassword(provider, body.password)]
  await countPassword(context, provider, userId)
  await passGate(context, { action: 'credentials', provider: provider.id, body })
  await assertGoodPassword(context, provider, next, await namesOf(context, userId))
  const found = await findPassword(context, userId)
  const known = found.state === 'readable' ? found.item : undefined
  if (!(await verify(old, known?.secret, foreignHashesOf(provider))) || !known)
    throw wrong(provider)
  const hashed = await hash(next)
  const account = { provider: provider.id, providerAccountId: userId, type: provider.type, userId }
  let write: Write | undefined
  await changeUser(config, askerBy(reader, current), async (storage) => {
    const inside = { storage, app: context, userId, provider: provider.id }
    await assertUnchanged(inside, known)
    await writePassword(inside, hashed)
    const user = await endWhatItOpened(inside)
    if (!user) return
    const proof = { authTime: proven.authTime ?? 0, amr: proven.amr ?? [] }
    const newSession = { user, account, isNewUser: false, ...proof }
    write = await reader.sessions.issue(context, newSession, storage)
  })
  await happened(context, { event: 'changePassword', userId, provider: provider.id })
  context.once = true
  context.cookies.add((await write?.())?.cookies ?? [])
}

function wrong({ id }: ResolvedPassword): AuthError {
  return new AuthError('CredentialsSignin', 'The current password is wrong', {
    provider: id,
    field: 'current',
    reason: 'password-wrong',
    hint: 'The user mistyped it, or somebody else uses their browser. The number of tries is limited.',
  })
}

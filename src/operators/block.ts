import { AuthError } from '../errors.ts'
import { endAccessTokens } from '../identity/end-access-tokens.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { tellOf } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { changeUser } from '../identity/ways-in.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { BlockOptions } from '../types/operators.ts'
import type { SignInBlock, Storage } from '../types/storage.ts'
import { impersonation } from './impersonation.ts'

const maxReason = 500

/**
 * Blocks a user. The block and the end of all sessions are one transaction under the user's lock, which every sign-in takes too: of the
 * two, the later one sees what the other did.
 */
export async function block(
  reader: SessionReader,
  id: string,
  options: BlockOptions = {},
): Promise<void> {
  const { reason = null, until } = options
  const { config, services } = reader
  const signInBlock = readBlock(options, services.now())
  const end = signInBlock.until
  await changeStoredUser(reader, id, async (inside) => {
    await endAllSessions(inside, id)
    await endAccessTokens(inside, id)
    // Nobody acts as somebody who is blocked.
    await itemsOf(reader, impersonation, inside).deleteAll(id)
    await inside.updateUser?.({ id, signInBlock })
  })
  const detail = { ...(reason && { reason }), ...(until && { until: end }) }
  await tellOf({ config, services }, { userId: id }, { event: 'blockUser', userId: id, detail })
}

/** Ends a block. */
export async function unblock(reader: SessionReader, id: string): Promise<void> {
  await changeStoredUser(reader, id, async (inside) => {
    await inside.updateUser?.({ id, signInBlock: null })
  })
  await tellOf(reader, { userId: id }, { event: 'unblockUser', userId: id })
}

/** Changes a user who must be there. */
async function changeStoredUser(
  { config }: SessionReader,
  userId: string,
  change: (inside: Storage) => Promise<void>,
): Promise<void> {
  // Without transactions, a sign-in at the same moment would outlive the block.
  requireOperation(requireStorage(config), 'transaction')
  await changeUser(config, { userId, async assertSignedIn() {} }, async (inside) => {
    if (await inside.getUser?.(userId)) return change(inside)
    throw new AuthError('NotFound', 'There is no such user', { field: 'id' })
  })
}

function readBlock({ reason, until }: BlockOptions, now: number): SignInBlock {
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > maxReason))
    throw wrong('reason', `\`reason\` is a text of at most ${maxReason} characters`)
  if (until !== undefined && !(until instanceof Date && until.getTime() > now))
    throw wrong('until', '`until` is a date in the future')
  return {
    at: new Date(now).toISOString(),
    until: until?.toISOString() ?? null,
    reason: reason ?? null,
  }
}

function wrong(field: string, message: string): AuthError {
  return new AuthError('InvalidRequest', message, { field })
}

import { createHmac } from 'node:crypto'
import { inheritedSession, lookupOf } from '../../src/better-auth/kind.ts'
import { uuid } from '../../src/crypto/random.ts'
import { storedKind } from '../../src/identity/item-kinds.ts'
import type { Storage } from '../../src/types/storage.ts'
import { theirSecret } from './better-auth-house.ts'

/** The token of a session of Better Auth. */
export const token = 'x9Zk2LmQ7rTv4WbY1nPc8DsF5gHj3KaE'

/** The name of its cookie by https. */
export const cookieName = '__Secure-better-auth.session_token'

/** The value of its cookie, as Better Auth signs it. */
export function signed(value: string = token, secret: string = theirSecret): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64')
  return encodeURIComponent(`${value}.${signature}`)
}

/** Keeps the session for a user, as the import does. It lasts for an hour. */
export async function keepSession(
  storage: Pick<Required<Storage>, 'putItem'>,
  userId: string,
  now: number,
): Promise<void> {
  await storage.putItem({
    ...{ id: uuid(), kind: storedKind(inheritedSession), lookup: await lookupOf(token), userId },
    ...{ data: { authTime: 1_790_000_000, replaced: 0 }, sealed: null, version: 1 },
    ...{ createdAt: new Date(now), lastUsedAt: null, expires: new Date(now + 3_600_000) },
  })
}

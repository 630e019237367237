import type { Services } from '../app/services.ts'
import type { App } from '../app.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Storage } from '../types/storage.ts'

/** The time in which a replaced session is still accepted: other requests of the same page are under way with the old cookie. */
export const graceSeconds = 30

type Claiming = Pick<Services, 'now' | 'claim' | 'release'>

/** A session that Auth.js began. */
export interface OldSession {
  readonly id: string
  readonly expires: Date
}

/** Claims in the transaction of a storage. Without one that can claim, the engine's own. */
export function claimsIn({ services }: App, storage: Storage | undefined): Claiming {
  const { claim, release } = storage ?? {}
  if (!claim || !release) return services
  return { now: services.now, claim: claim.bind(storage), release: release.bind(storage) }
}

/** Marks a session as replaced. True for the first caller; the others are answered for `graceSeconds`. */
export async function useUp(claims: Claiming, { id, expires }: OldSession): Promise<boolean> {
  const { used, grace } = await keysOf(id)
  // Grace comes first, so that the others are answered at every moment.
  const isFirstInGrace = await claims.claim(grace, inSeconds(claims, graceSeconds))
  if (await claims.claim(used, expires)) return true
  if (isFirstInGrace) await claims.release(grace)
  return false
}

/** Undoes `useUp`, because replacing the session failed. */
export async function giveBack(claims: Claiming, id: string): Promise<void> {
  const { used, grace } = await keysOf(id)
  await claims.release(used)
  await claims.release(grace)
}

/** Ends a session at once, without grace. */
export async function end(claims: Claiming, { id, expires }: OldSession): Promise<void> {
  const { used, grace } = await keysOf(id)
  await claims.claim(used, expires)
  await claims.release(grace)
}

/** True if a session was not replaced, or was within the last `graceSeconds` and its user has not signed out since. */
export async function isUsable(claims: Claiming, id: string, userId: string): Promise<boolean> {
  const { used, grace } = await keysOf(id)
  if (!(await isClaimed(claims, used))) return true
  return (await isClaimed(claims, grace)) && !(await isClaimed(claims, leftKey(userId)))
}

/** Remembers for `graceSeconds` that a user has signed out: no replaced session of theirs is answered any more. */
export async function markLeft(claims: Claiming, userId: string): Promise<void> {
  const key = leftKey(userId)
  await claims.release(key)
  await claims.claim(key, inSeconds(claims, graceSeconds))
}

/** Claims cannot be read. Making one that has already expired tells if there is another, without taking the key. */
async function isClaimed(claims: Claiming, key: string): Promise<boolean> {
  return !(await claims.claim(key, inSeconds(claims, -60)))
}

async function keysOf(id: string): Promise<{ used: string; grace: string }> {
  const hash = await sha256(id)
  return { used: `authjs ${hash}`, grace: `authjs-grace ${hash}` }
}

function leftKey(userId: string): string {
  return `authjs-left ${userId}`
}

/** The moment `seconds` from now. */
export function inSeconds({ now }: Pick<Services, 'now'>, seconds: number): Date {
  return new Date(now() + seconds * 1000)
}

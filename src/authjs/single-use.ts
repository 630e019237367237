import type { Services } from '../app/services.ts'
import type { App } from '../app.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Storage } from '../types/storage.ts'

/** A session of Auth.js becomes one of ours once. Other requests of the same page are under way meanwhile, with its old cookie. */
export const graceSeconds = 30

type Claiming = Pick<Services, 'now' | 'claim' | 'release'>

/** A session that Auth.js began: what tells it from others, and until when it lasts. */
export interface OldSession {
  readonly id: string
  readonly expires: Date
}

/** Claims as a transaction sees them. Without one, or without a storage that can claim, they are the engine's own. */
export function claimsIn({ services }: App, storage: Storage | undefined): Claiming {
  const { claim, release } = storage ?? {}
  if (!claim || !release) return services
  return { now: services.now, claim: claim.bind(storage), release: release.bind(storage) }
}

/** Uses a session up. True for the first who does; everybody else is only answered for a moment. */
export async function useUp(claims: Claiming, { id, expires }: OldSession): Promise<boolean> {
  const { used, grace } = await keysOf(id)
  // First, so that there is no moment in which it is used up without others being answered.
  const isFirstInGrace = await claims.claim(grace, inSeconds(claims, graceSeconds))
  if (await claims.claim(used, expires)) return true
  if (isFirstInGrace) await claims.release(grace)
  return false
}

/** Lets a session be used after all, because nothing came of it. */
export async function giveBack(claims: Claiming, id: string): Promise<void> {
  const { used, grace } = await keysOf(id)
  await claims.release(used)
  await claims.release(grace)
}

/** Ends a session for everybody at once. */
export async function end(claims: Claiming, { id, expires }: OldSession): Promise<void> {
  const { used, grace } = await keysOf(id)
  await claims.claim(used, expires)
  await claims.release(grace)
}

/** A session still counts if it was not used, or was used a moment ago by somebody who has not signed out since. */
export async function isUsable(claims: Claiming, id: string, userId: string): Promise<boolean> {
  const { used, grace } = await keysOf(id)
  if (!(await isClaimed(claims, used))) return true
  return (await isClaimed(claims, grace)) && !(await isClaimed(claims, leftKey(userId)))
}

/** Remembers that a person has signed out, for as long as what they came with could still be answered. */
export async function markLeft(claims: Claiming, userId: string): Promise<void> {
  const key = leftKey(userId)
  await claims.release(key)
  await claims.claim(key, inSeconds(claims, graceSeconds))
}

/** Claims can only be made. One that is over when it is made tells, and takes the key from nobody. */
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

/** A moment, so many seconds from now. */
export function inSeconds({ now }: Pick<Services, 'now'>, seconds: number): Date {
  return new Date(now() + seconds * 1000)
}

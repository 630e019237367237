import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import { tooLongForCookies } from '../services/cookie-room.ts'
import type { JsonValue } from '../types/models.ts'
import type { LinkRequest } from './method.ts'

/** Somebody who has proven who they are, and must take another step before they are signed in. */
export interface PendingSignIn {
  id: string
  userId: string
  /** The provider of the step before. */
  provider: string
  /** True if the user was created by this sign-in. */
  isNewUser: boolean
  /** The methods proven so far, and the time. */
  amr: string[]
  authTime: number
  callbackUrl: string
  data?: JsonValue
  /** The person's wish to stay signed in or not, if they said so. */
  remember?: boolean | undefined
  /** The part that asked for the step; undefined if the method of the step before did. */
  part?: string
  /** Seconds since 1970. */
  expires: number
}

/** A pending sign-in with all that waits for the last step. */
export interface HeldSignIn extends PendingSignIn {
  /** The findings, as text. */
  held: string
  /** True if the user is one of the storage's; the application may have users that nothing is stored of. */
  stored: boolean
  /** The parts whose steps were taken. */
  passed: string[]
  link?: LinkRequest
}

const pendingSeconds = 600

/** Remembers in this browser who must take another step. It is no session: nothing but a part looks at it. */
export async function keepPendingSignIn(
  { services, cookies, now, remember }: Context,
  pending: Omit<HeldSignIn, 'id' | 'expires'>,
): Promise<HeldSignIn> {
  const whole: HeldSignIn = { ...pending, remember, id: random(16), expires: now + pendingSeconds }
  const sealed = await services.seal('pending').seal({ ...whole })
  const objection = tooLongForCookies(services, 'Steps that wait', sealed.length)
  if (objection) throw objection
  cookies.set('pending', sealed, { maxAge: pendingSeconds })
  return whole
}

/** The sign-in that must take another step in this browser, if there is one. A step by a provider that is gone counts for nothing. */
export async function pendingSignIn(context: Context): Promise<PendingSignIn | undefined> {
  return readHeldSignIn(context)
}

/** The same with all that waits. */
export async function readHeldSignIn({
  config,
  services,
  cookies,
  now,
}: Context): Promise<HeldSignIn | undefined> {
  const sealed = cookies.read('pending')
  const claims = sealed ? await services.seal('pending').open(sealed) : undefined
  // Only `keepPendingSignIn` seals for this purpose.
  const pending = claims as HeldSignIn | undefined
  const isGood = pending && pending.expires > now && config.providers.has(pending.provider)
  return isGood ? pending : undefined
}

/** Uses a pending sign-in up; false when that has happened before. */
export async function takePendingSignIn(
  context: Context,
  { id, expires }: PendingSignIn,
): Promise<boolean> {
  context.cookies.clear('pending')
  context.once = await context.services.claim(`pending ${id}`, new Date(expires * 1000))
  return context.once
}

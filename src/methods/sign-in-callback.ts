import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { isScript } from '../http/script-url.ts'
import type { Callbacks } from '../types/hooks.ts'

/** Somebody who is about to be signed in, as the `signIn` callback sees them. */
export type SignInCandidate = Omit<Parameters<NonNullable<Callbacks['signIn']>>[0], 'request'>

/**
 * Runs the `signIn` callback: the one gate that every method passes, and a mail before it is sent. Returns an address to go to
 * instead, if the application wants that.
 */
export async function runSignInCallback(
  { config, request, origin }: Pick<Context, 'config' | 'request' | 'origin'>,
  candidate: SignInCandidate,
): Promise<string | undefined> {
  const { signIn } = config.callbacks
  if (!signIn) return undefined
  const answer = await signIn({ ...candidate, request })
  if (answer === true) return undefined
  const elsewhere = typeof answer === 'string' && answer ? URL.parse(answer, origin) : null
  if (elsewhere && !isScript(elsewhere)) return elsewhere.href
  // Returning nothing refuses the sign-in.
  throw new AuthError('AccessDenied', 'The `signIn` callback refused', {
    provider: candidate.account.provider,
  })
}

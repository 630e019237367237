import type { Context } from '../context.ts'
import type { GateCheck } from '../types/gate.ts'
import { deriveKey, type SealedChallenge } from './altcha-challenge.ts'

/** Whether a token solves a challenge of ours: in time, for this action and origin, and for the first time. */
export async function isSolved(
  { token, action, origin }: GateCheck,
  { services, now }: Context,
): Promise<boolean> {
  const { signature, counter } = readToken(token)
  if (typeof signature !== 'string' || !isCounter(counter)) return false
  // We sealed it, so it needs no validation.
  const opened = await services.seal('altcha').open(signature)
  const challenge = opened as SealedChallenge | undefined
  if (!challenge || challenge.expiresAt <= now) return false
  if (challenge.action !== action || challenge.origin !== origin) return false
  if (!(await deriveKey(challenge, counter)).startsWith(challenge.keyPrefix)) return false
  // One answer can be written in many ways, and several counters may solve it: the challenge is what works once.
  return services.claim(`altcha ${challenge.nonce}`, new Date(challenge.expiresAt * 1000))
}

function isCounter(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffffff
}

/** What matters of a token: base64 of JSON with the challenge and its solution. */
function readToken(token = ''): { signature?: unknown; counter?: unknown } {
  try {
    const { challenge, solution } = Object(JSON.parse(atob(token)))
    return { signature: Object(challenge).signature, counter: Object(solution).counter }
  } catch {
    return {}
  }
}

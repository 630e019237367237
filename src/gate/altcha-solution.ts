import type { Context } from '../context.ts'
import type { GateCheck } from '../types/gate.ts'
import { deriveKey, type SealedChallenge } from './altcha-challenge.ts'

/**
 * True if a token solves a challenge of ours: in time, for this action and origin, and for the first time. Otherwise the reason why not.
 */
export async function isSolved(
  { token, action, origin }: GateCheck,
  { services, now }: Context,
): Promise<true | string> {
  const { signature, counter } = readToken(token)
  if (typeof signature !== 'string' || !isCounter(counter)) return 'no token of ours'
  // We sealed it, so it needs no validation.
  const opened = await services.seal('altcha').open(signature)
  const challenge = opened as SealedChallenge | undefined
  if (!challenge) return 'no challenge of ours'
  if (challenge.expiresAt <= now) return 'the challenge is older than ten minutes'
  if (challenge.action !== action) return `a challenge for ${challenge.action}`
  if (challenge.origin !== origin) return `a challenge for ${challenge.origin}`
  if (!(await deriveKey(challenge, counter)).startsWith(challenge.keyPrefix)) return 'not solved'
  // One answer can be written in many ways, and several counters may solve it: the challenge is what works once.
  const claim = `altcha ${challenge.nonce}`
  const isFirst = await services.claim(claim, new Date(challenge.expiresAt * 1000))
  return isFirst || 'the challenge was used before'
}

function isCounter(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffffff
}

/** The parts of a token that matter: base64 of JSON with the challenge and its solution. */
function readToken(token = ''): { signature?: unknown; counter?: unknown } {
  try {
    const { challenge, solution } = Object(JSON.parse(atob(token)))
    return { signature: Object(challenge).signature, counter: Object(solution).counter }
  } catch {
    return {}
  }
}

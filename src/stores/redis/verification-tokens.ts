import type { VerificationToken } from '../../types/storage.ts'
import type { VerificationTokens } from '../parts.ts'
import type { Redis } from './client.ts'
import { decode, joinKey } from './keys.ts'
import type { Atomically } from './records.ts'

/** One-time tokens in Redis, inside a draft. */
export function verificationTokens(atomically: Atomically): VerificationTokens {
  return {
    createVerificationToken: (token) =>
      atomically(async (keys) => keys.set(tokenPlace(token), token, token.expires)),
    getVerificationToken: (token) =>
      atomically(async (keys) => {
        const found = await keys.get(tokenPlace(token))
        return (found as VerificationToken | undefined) ?? null
      }),
    useVerificationToken: (token) =>
      atomically(async (keys) => {
        const found = await keys.get(tokenPlace(token))
        keys.delete(tokenPlace(token))
        return (found as VerificationToken | undefined) ?? null
      }),
  }
}

/** Tokens outside a draft: one command, which needs no second attempt. */
export function directVerificationTokens(
  redis: Redis,
  prefix: string,
): Pick<VerificationTokens, 'useVerificationToken'> {
  return {
    async useVerificationToken(token) {
      const found = await redis.send('GETDEL', prefix + tokenPlace(token))
      return typeof found === 'string' ? (decode(found) as VerificationToken) : null
    },
  }
}

function tokenPlace({ identifier, token }: { identifier: string; token: string }): string {
  return joinKey('token', identifier, token)
}

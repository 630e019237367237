import type { VerificationTokens } from '../parts.ts'
import { copy, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** One-time tokens in memory. */
export function verificationTokens({ tokens }: Tables, write: Write): VerificationTokens {
  const tokenKey = (token: { identifier: string; token: string }) =>
    JSON.stringify([token.identifier, token.token])
  return {
    createVerificationToken: (token) => write(() => tokens.set(tokenKey(token), copy(token))),
    getVerificationToken: async (token) => tokens.get(tokenKey(token)) ?? null,
    useVerificationToken: (token) =>
      write(() => {
        const found = tokens.get(tokenKey(token)) ?? null
        tokens.delete(tokenKey(token))
        return found
      }),
  }
}

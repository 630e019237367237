import { jwtClaims } from '../methods/oauth/unverified-jwt.ts'
import type { StoredAccount } from '../types/storage.ts'

/**
 * What tells one of several accounts of a platform from the others: the address or name in the id token that came with it, otherwise
 * the end of its id, where ids of one platform differ. No name is stored with an account.
 */
export function accountLabel({ providerAccountId, id_token }: StoredAccount): string {
  const claims = jwtClaims(id_token)
  const names = [claims?.email, claims?.preferred_username, claims?.name]
  const name = names.find((one) => typeof one === 'string' && one !== '')
  if (typeof name === 'string') return name
  // Isolated, so that the dots stay in front where the page is written from right to left.
  return providerAccountId.length > 12
    ? `\u2068…${providerAccountId.slice(-8)}\u2069`
    : providerAccountId
}

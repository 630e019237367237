import { jwtClaims } from '../methods/oauth/unverified-jwt.ts'
import type { StoredAccount } from '../types/storage.ts'

/** The address or name of an account at its platform: as it was kept, or by the id token; undefined where neither says it. */
export function accountName({ accountName, id_token }: StoredAccount): string | undefined {
  if (accountName) return accountName
  const claims = jwtClaims(id_token)
  const names = [claims?.email, claims?.preferred_username, claims?.name]
  return names.find((one) => typeof one === 'string' && one !== '') as string | undefined
}

/** Tells an account without a name from others of its platform: by the end of its id, where ids of one platform differ. */
export function accountEnding({ providerAccountId }: StoredAccount): string {
  // Isolated, so that the dots stay in front where the page is written from right to left.
  return providerAccountId.length > 12
    ? `\u2068…${providerAccountId.slice(-8)}\u2069`
    : providerAccountId
}

import { jwtClaims } from '../methods/oauth/unverified-jwt.ts'
import type { StoredAccount } from '../types/storage.ts'

/** The address or name of an account at its platform, by the id token that came with it; undefined where there is none. */
export function accountName({ id_token }: StoredAccount): string | undefined {
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

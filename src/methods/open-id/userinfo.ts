import { type IDToken, processUserInfoResponse, userInfoRequest } from 'oauth4webapi'
import type { Profile, TokenSet } from '../../types/models.ts'
import { conformResponse } from '../oauth/endpoint-handler.ts'
import type { PlatformClient } from '../oauth/platform-client.ts'
import { verifyByKeys } from './signature.ts'

/** OpenID Connect Core §5.3: the subject must be the id token's; a signed answer is verified. */
export async function fetchUserinfo(
  platform: PlatformClient,
  tokens: TokenSet,
  claims: IDToken,
): Promise<Profile> {
  const { provider, server, client, options } = platform
  const response = await userInfoRequest(server, client, tokens.access_token ?? '', options)
  const conformed = await conformResponse(provider, 'userinfo', response)
  const profile = await processUserInfoResponse(server, client, claims.sub, conformed)
  const isJwt = conformed.headers.get('content-type')?.startsWith('application/jwt')
  if (isJwt) await verifyByKeys(platform, conformed)
  return combine({ ...claims }, { ...profile })
}

/** Claims about an e-mail address: the address, and the words that platforms have for its being proven. */
const addressClaims = /^email$|verified|confirmed|edov/i

/**
 * The claims of the id token, with those of user info over them. What is said about an address comes from the one document that
 * names it: an address of one with a `email_verified` of the other would be an address that nobody has proven.
 */
function combine(claims: Profile, userinfo: Profile): Profile {
  return userinfo.email === undefined
    ? { ...claims, ...withoutAddress(userinfo) }
    : { ...withoutAddress(claims), ...userinfo }
}

function withoutAddress(profile: Profile): Profile {
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !addressClaims.test(name)))
}

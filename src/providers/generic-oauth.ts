import { defineProvider, type Platform, type ProfileMap } from '../define-provider.ts'
import type { PlatformFacts } from '../types/dialect.ts'
import type { Profile } from '../types/models.ts'
import type { OAuth2Config, OAuthConfig, ProfileCallback } from '../types/provider.ts'

/** The description of a platform of your own, as in the files of other providers. */
export type GenericOAuthOptions<P extends Profile> = PlatformFacts &
  Partial<Omit<OAuth2Config<P>, 'type' | 'profile' | 'issuer' | 'clientId' | 'clientSecret'>> &
  Required<Pick<OAuth2Config<P>, 'authorization' | 'token' | 'userinfo'>> & {
    /** The paths in the profile for the fields of the user, or a function that makes the user. */
    profile: ProfileMap | ProfileCallback<P>
    clientId?: string | undefined
    clientSecret?: string | undefined
  }

/** Sign in with any OAuth 2 platform, by its three endpoints and the fields of its profile. */
export default function GenericOAuth<P extends Profile = Profile>(
  options: GenericOAuthOptions<P>,
): OAuthConfig<P> & PlatformFacts {
  const { clientId, clientSecret, ...described } = options
  const platform: Platform<P> = {
    id: 'generic-oauth',
    name: 'OAuth',
    docs: 'https://www.rfc-editor.org/rfc/rfc6749',
    checks: ['pkce', 'state'],
    provides: { email: 'unverified', refreshToken: true },
    style: { brandColor: '#52525b' },
    ...described,
    type: 'oauth',
  }
  return defineProvider(platform)({
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
  })
}

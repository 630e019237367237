import { adaptOptions, defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './fusionauth.mark.ts'

type Options = {
  /** Needed where several tenants share one address. */
  tenantId?: string | undefined
}

const fusionauth: ProviderFunction<Profile, object, 'fusionauth'> = defineProvider({
  id: 'fusionauth',
  name: 'FusionAuth',
  type: 'oidc',
  method: openId,
  docs: 'https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://auth.acme.com' } },
  authorization: { params: { scope: 'openid profile email offline_access' } },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username', '{given_name} {middle_name} {family_name}'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#f58320', logo },
})

/**
 * Sign in with FusionAuth. Enter the issuer under Tenants > General > Issuer too, which is
 * `acme.com` by default.
 */
const FusionAuth: ProviderFunction<Profile, Options, 'fusionauth'> = adaptOptions(
  fusionauth,
  (options) => {
    const { tenantId, wellKnown } = options
    const ofTenant =
      tenantId &&
      `{issuer}/.well-known/openid-configuration?tenantId=${encodeURIComponent(tenantId)}`
    return { ...options, ...(ofTenant && !wellKnown && { wellKnown: ofTenant }) }
  },
)

export default FusionAuth

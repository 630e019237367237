import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './orcid.mark.ts'

/** Sign in with ORCID, the register of researchers. */
const Orcid: ProviderFunction<Profile, object, 'orcid'> = defineProvider({
  id: 'orcid',
  name: 'ORCID',
  type: 'oidc',
  method: openId,
  docs: 'https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/',
  issuer: 'https://orcid.org',
  authorization: { params: { scope: 'openid' } },
  revocation: 'https://orcid.org/oauth/revoke',
  // The name is promised at user-info only.
  idToken: false,
  checks: ['nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'sub', name: ['name', '{given_name} {family_name}'] },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#a6ce39', logo },
})

export default Orcid

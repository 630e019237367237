import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './microsoft.mark.ts'

/** Sign in with a personal Microsoft account; for work and school accounts see `microsoft-entra-id`. */
const Microsoft: ProviderFunction<Profile, object, 'microsoft'> = defineProvider({
  id: 'microsoft',
  name: 'Microsoft',
  type: 'oidc',
  method: openId,
  docs: 'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc',
  // The tenant that all personal accounts share.
  issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  authorization: { params: { scope: 'openid profile email' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'sub', name: ['name', 'preferred_username'], email: 'email' },
  accountChoice: { prompt: 'select_account' },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  button: { popular: 4 },
  style: {
    brandColor: '#2f2f2f',
    logo,
  },
})

export default Microsoft

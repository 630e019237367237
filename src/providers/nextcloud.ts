import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './nextcloud.mark.ts'

/** Sign in with a Nextcloud server. */
const Nextcloud: ProviderFunction<Profile, object, 'nextcloud'> = defineProvider({
  id: 'nextcloud',
  name: 'Nextcloud',
  type: 'oauth',
  docs: 'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
  variables: { issuer: { kind: 'origin', example: 'https://cloud.example.com' } },
  authorization: '{issuer}/index.php/apps/oauth2/authorize',
  token: '{issuer}/index.php/apps/oauth2/api/v1/token',
  userinfo: '{issuer}/ocs/v2.php/cloud/user?format=json',
  checks: ['pkce', 'state'],
  // Both methods work, but Apache strips the Authorization header unless configured otherwise.
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    userinfo: { headers: { 'OCS-APIRequest': 'true' } },
    subject: { tokens: 'user_id', profile: 'ocs.data.id' },
  },
  profile: {
    id: 'ocs.data.id',
    name: ['ocs.data.displayname', 'ocs.data.display-name'],
    email: 'ocs.data.email',
    image: '{issuer}/index.php/avatar/{ocs.data.id}/512',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#0082c9', logo },
})

export default Nextcloud

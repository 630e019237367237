import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './workos.mark.ts'

/**
 * Sign in through single sign-on of WorkOS. Each sign-in names a connection, an organization or a provider: here, or as an
 * authorization parameter if it differs between sign-ins.
 */
const WorkOS: ProviderFunction<
  Profile,
  VariableOptions<'connection' | 'organization' | 'provider'>,
  'workos'
> = defineProvider({
  id: 'workos',
  name: 'WorkOS',
  type: 'oauth',
  docs: 'https://workos.com/docs/reference/sso',
  variables: {
    connection: { kind: 'word', optional: true, example: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
    organization: { kind: 'word', optional: true, example: 'org_01EHQMYV6MBK39QC5PZXHY59C3' },
    provider: { kind: 'word', optional: true, example: 'GoogleOAuth' },
  },
  authorization: {
    url: 'https://api.workos.com/sso/authorize',
    params: {
      connection: '{connection}',
      organization: '{organization}',
      provider: '{provider}',
    },
  },
  token: 'https://api.workos.com/sso/token',
  userinfo: 'https://api.workos.com/sso/profile',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { type: 'bearer' },
    repeated: { connection: ['connection_id'], organization: ['organization_id'] },
  },
  profile: {
    id: 'id',
    name: '{first_name} {last_name}',
    email: 'email',
    image: 'raw_attributes.picture',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#6363f1', logo },
})

export default WorkOS

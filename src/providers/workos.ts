import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in through a single sign-on connection of WorkOS. */
const WorkOS: ProviderFunction<Profile, VariableOptions<'connection'>, 'workos'> = defineProvider({
  id: 'workos',
  name: 'WorkOS',
  type: 'oauth',
  docs: 'https://workos.com/docs/reference/sso',
  variables: { connection: { kind: 'word', example: 'conn_01E4ZCR3C56J083X43JQXF3JK5' } },
  authorization: {
    url: 'https://api.workos.com/sso/authorize',
    params: { connection: '{connection}' },
  },
  token: 'https://api.workos.com/sso/token',
  userinfo: 'https://api.workos.com/sso/profile',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { type: 'bearer' } },
  profile: {
    id: 'id',
    name: '{first_name} {last_name}',
    email: 'email',
    image: 'raw_attributes.picture',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#6363f1' },
})

export default WorkOS

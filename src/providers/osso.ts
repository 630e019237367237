import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in through Osso, a bridge to SAML that one runs oneself. */
const Osso: ProviderFunction<Profile> = define({
  id: 'osso',
  name: 'Osso',
  type: 'oauth',
  docs: 'https://github.com/enterprise-oss/osso',
  variables: { issuer: { kind: 'origin', example: 'https://osso.example.com' } },
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: 'name', email: 'email' },
  gives: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#2d3436' },
})

export default Osso

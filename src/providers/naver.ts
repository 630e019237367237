import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './naver.mark.ts'

/** Sign in with Naver. */
const Naver: ProviderFunction<Profile, object, 'naver'> = defineProvider({
  id: 'naver',
  name: 'Naver',
  type: 'oauth',
  docs: 'https://developers.naver.com/docs/login/api/api.md',
  authorization: 'https://nid.naver.com/oauth2.0/authorize',
  token: 'https://nid.naver.com/oauth2.0/token',
  userinfo: 'https://openapi.naver.com/v1/nid/me',
  // Without a hint Naver expects an access token. Its refresh token is revoked with it.
  revocation: { url: 'https://nid.naver.com/oauth2.0/revoke', token: 'access_token' },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { callback: ['state'] } },
  profile: {
    id: 'response.id',
    name: ['response.nickname', 'response.name'],
    email: 'response.email',
    image: 'response.profile_image',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#03c75a', logo },
})

export default Naver

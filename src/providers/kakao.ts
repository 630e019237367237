import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './kakao.mark.ts'

/**
 * Sign in with Kakao. The "Consent items" of the application decide which parts of the profile
 * come.
 */
const Kakao: ProviderFunction<Profile, object, 'kakao'> = defineProvider({
  id: 'kakao',
  name: 'Kakao',
  type: 'oauth',
  docs: 'https://developers.kakao.com/docs/latest/en/kakaologin/rest-api',
  authorization: 'https://kauth.kakao.com/oauth/authorize',
  token: 'https://kauth.kakao.com/oauth/token',
  userinfo: 'https://kapi.kakao.com/v2/user/me',
  revocation: {
    url: 'https://kapi.kakao.com/v1/user/unlink',
    token: 'access_token',
    in: 'bearer',
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopeSeparator: ',', token: { refreshExpiresIn: 'refresh_token_expires_in' } },
  profile: {
    id: 'id',
    name: ['kakao_account.profile.nickname', 'kakao_account.name'],
    email: 'kakao_account.email',
    image: 'kakao_account.profile.profile_image_url',
    // An address that now belongs to another account stays "verified" but is no longer "valid".
    emailVerified: { all: ['kakao_account.is_email_valid', 'kakao_account.is_email_verified'] },
  },
  provides: { email: 'claimed', refreshToken: true },
  hints: {
    invalid_client: 'Set AUTH_KAKAO_SECRET to the client secret of the REST API key.',
    invalid_scope: 'Switch the requested consent items on, or ask for fewer.',
  },
  style: {
    brandColor: '#fee500',
    logo,
  },
})

export default Kakao

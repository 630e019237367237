import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './instagram.mark.ts'

/**
 * Sign in with Instagram, for professional accounts: the Basic Display API, which served private
 * ones too, ended in December 2024.
 */
const Instagram: ProviderFunction<Profile, object, 'instagram'> = defineProvider({
  id: 'instagram',
  name: 'Instagram',
  type: 'oauth',
  docs: 'https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login',
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    params: { scope: 'instagram_business_basic' },
  },
  token: 'https://api.instagram.com/oauth/access_token',
  userinfo:
    'https://graph.instagram.com/v25.0/me?fields=id,user_id,username,name,account_type,profile_picture_url',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    // The documentation wraps the tokens in a list; the platform itself does so only sometimes.
    token: { at: 'data.0', type: 'bearer' },
    failure: { code: 'error.code', message: 'error.message', reference: 'error.fbtrace_id' },
    callbackError: ['error_reason'],
  },
  profile: { id: 'id', name: ['username', 'name'], image: 'profile_picture_url' },
  provides: { email: false, refreshToken: false },
  style: {
    brandColor: '#d62976',
    logo,
  },
})

export default Instagram

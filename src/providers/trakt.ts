import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './trakt.mark.ts'

/** Sign in with Trakt. */
const Trakt: ProviderFunction<Profile, object, 'trakt'> = defineProvider({
  id: 'trakt',
  name: 'Trakt',
  type: 'oauth',
  docs: 'https://trakt.docs.apiary.io/#reference/authentication-oauth',
  authorization: 'https://trakt.tv/oauth/authorize',
  token: 'https://api.trakt.tv/oauth/token',
  userinfo: 'https://api.trakt.tv/users/settings',
  revocation: {
    url: 'https://api.trakt.tv/oauth/revoke',
    token: 'access_token',
    in: { json: 'token' },
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { body: 'json' },
    userinfo: { headers: { 'trakt-api-version': '2', 'trakt-api-key': '{clientId}' } },
  },
  // The id that Auth.js keeps, so that accounts survive the move. The slug follows the username: a
  // new application may prefer `user.ids.uuid`.
  profile: {
    id: 'user.ids.slug',
    name: ['user.name', 'user.username'],
    image: 'user.images.avatar.full',
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#ed1c24', logo },
})

export default Trakt

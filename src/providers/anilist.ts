import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './anilist.mark.ts'

/** Sign in with AniList. */
const AniList: ProviderFunction<Profile, object, 'anilist'> = defineProvider({
  id: 'anilist',
  name: 'AniList',
  type: 'oauth',
  docs: 'https://docs.anilist.co/guide/auth/authorization-code',
  authorization: 'https://anilist.co/api/v2/oauth/authorize',
  token: 'https://anilist.co/api/v2/oauth/token',
  userinfo: 'https://graphql.anilist.co',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { body: 'json' },
    userinfo: { method: 'POST', body: { query: '{ Viewer { id name avatar { large } } }' } },
    failure: { code: 'errors.0.status', message: 'errors.0.message' },
  },
  profile: { id: 'data.Viewer.id', name: 'data.Viewer.name', image: 'data.Viewer.avatar.large' },
  // Access tokens live for a year; the refresh tokens that come along cannot be used.
  provides: { email: false, refreshToken: false },
  style: { brandColor: '#02a9ff', logo },
})

export default AniList

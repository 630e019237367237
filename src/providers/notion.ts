import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './notion.mark.ts'

/** Sign in with Notion. The person comes with the tokens; there is no second request. */
const Notion: ProviderFunction<Profile, object, 'notion'> = defineProvider({
  id: 'notion',
  name: 'Notion',
  type: 'oauth',
  docs: 'https://developers.notion.com/docs/authorization',
  authorization: {
    url: 'https://api.notion.com/v1/oauth/authorize',
    params: { owner: 'user' },
  },
  token: 'https://api.notion.com/v1/oauth/token',
  revocation: {
    url: 'https://api.notion.com/v1/oauth/revoke',
    token: 'access_token',
    in: { json: 'token' },
    headers: { 'Notion-Version': '2025-09-03' },
  },
  checks: ['state'],
  dialect: {
    token: { body: 'json', headers: { 'Notion-Version': '2025-09-03' } },
    profile: 'tokens',
  },
  profile: {
    id: 'owner.user.id',
    name: 'owner.user.name',
    email: 'owner.user.person.email',
    image: 'owner.user.avatar_url',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#000000', logo },
})

export default Notion

import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './bungie.mark.ts'

/** Sign in with Bungie.net. Every request to its API carries the application's API key. */
const Bungie: ProviderFunction<Profile, VariableOptions<'apiKey'>, 'bungie'> = defineProvider({
  id: 'bungie',
  name: 'Bungie',
  type: 'oauth',
  docs: 'https://github.com/Bungie-net/api/wiki/OAuth-Documentation',
  variables: { apiKey: { kind: 'word', example: '0f1c3f2ab14e4d5c9a2f0c1d2e3f4a5b' } },
  // Scopes are set in the registration; a request that names any is refused.
  authorization: 'https://www.bungie.net/en/OAuth/Authorize',
  token: 'https://www.bungie.net/Platform/App/OAuth/Token/',
  userinfo: 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/',
  checks: ['state'],
  dialect: {
    token: { refreshExpiresIn: 'refresh_expires_in' },
    userinfo: { headers: { 'x-api-key': '{apiKey}' } },
    failure: { code: 'ErrorCode', message: 'Message', ok: [1] },
    subject: { tokens: 'membership_id', profile: 'Response.bungieNetUser.membershipId' },
  },
  profile: {
    id: 'Response.bungieNetUser.membershipId',
    name: ['Response.bungieNetUser.displayName', 'Response.bungieNetUser.uniqueName'],
    image: 'https://www.bungie.net{Response.bungieNetUser.profilePicturePath}',
  },
  provides: { email: false, refreshToken: true },
  hints: { 2101: 'Set AUTH_BUNGIE_API_KEY to the API key of the application.' },
  style: { brandColor: '#0076b3', logo },
})

export default Bungie

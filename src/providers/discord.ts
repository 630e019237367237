import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Discord. */
const Discord: ProviderFunction<Profile, object, 'discord'> = defineProvider({
  id: 'discord',
  name: 'Discord',
  type: 'oauth',
  docs: 'https://docs.discord.com/developers/topics/oauth2',
  issuer: 'https://discord.com',
  authorization: {
    url: 'https://discord.com/oauth2/authorize',
    params: { scope: 'identify email' },
  },
  token: 'https://discord.com/api/oauth2/token',
  // Without a version, the address means the oldest one that still runs.
  userinfo: 'https://discord.com/api/v10/users/@me',
  revocation: 'https://discord.com/api/oauth2/token/revoke',
  checks: ['pkce', 'state'],
  profile: {
    id: 'id',
    name: ['global_name', 'username'],
    email: 'email',
    image: 'https://cdn.discordapp.com/avatars/{id}/{avatar}.png',
    emailVerified: 'verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#5865f2',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M7 5c3-1 7-1 10 0 3 4 4 8 4 12l-5 2-1-2H9l-1 2-5-2c0-4 1-8 4-12zm1.5 6a2 2.2 0 1 0 0 4.4 2 2.2 0 0 0 0-4.4zm7 0a2 2.2 0 1 0 0 4.4 2 2.2 0 0 0 0-4.4z"/></svg>',
  },
})

export default Discord

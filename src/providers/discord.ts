import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './discord.mark.ts'

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
  // An address without a version means the oldest version that still runs.
  userinfo: 'https://discord.com/api/v10/users/@me',
  revocation: 'https://discord.com/api/oauth2/token/revoke',
  checks: ['pkce', 'state'],
  profile: {
    id: 'id',
    name: ['global_name', 'username'],
    email: 'email',
    image: avatar,
    emailVerified: 'verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  button: { popular: 8 },
  style: {
    brandColor: '#5865f2',
    logo,
  },
})

export default Discord

const cdn = 'https://cdn.discordapp.com'

/** The picture, as a GIF if it is animated. Without one, the default picture that Discord shows. */
function avatar({ id, avatar: hash, discriminator }: Profile): string | null {
  if (typeof id !== 'string' || !/^\d+$/.test(id)) return null
  if (typeof hash === 'string' && hash !== '') {
    return `${cdn}/avatars/${id}/${hash}.${hash.startsWith('a_') ? 'gif' : 'png'}`
  }
  // Until 2023 names had four digits. Accounts that still have some keep one of the five default pictures of that time.
  const former = Number(discriminator)
  const number = former > 0 ? former % 5 : Number((BigInt(id) >> 22n) % 6n)
  return `${cdn}/embed/avatars/${number}.png`
}

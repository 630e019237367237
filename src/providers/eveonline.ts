import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile, TokenSet } from '../types/models.ts'

/** Sign in with a character of EVE Online. */
const EVEOnline: ProviderFunction<Profile, object, 'eveonline'> = defineProvider({
  id: 'eveonline',
  name: 'EVE Online',
  type: 'oauth',
  docs: 'https://developers.eveonline.com/docs/services/sso/',
  authorization: {
    url: 'https://login.eveonline.com/v2/oauth/authorize',
    params: { scope: 'publicData' },
  },
  token: 'https://login.eveonline.com/v2/oauth/token',
  userinfo: { request: ({ tokens }) => readCharacter(tokens) },
  revocation: 'https://login.eveonline.com/v2/oauth/revoke',
  // PKCE is documented for applications without a secret only.
  checks: ['state'],
  profile: {
    id: 'CharacterID',
    name: 'CharacterName',
    image: 'https://images.evetech.net/characters/{CharacterID}/portrait?size=128',
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#1f2329' },
})

/**
 * There is no user-info endpoint: the access token is a JWT that names the character. It came
 * straight from the token endpoint over TLS, so its signature need not be checked again (OpenID
 * Connect Core §3.1.3.7, 6).
 */
function readCharacter({ access_token = '' }: TokenSet): Profile {
  const payload = (access_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))
  const claims: Profile = JSON.parse(new TextDecoder().decode(bytes))
  // Tokens have the first order of the words, the documentation the second.
  const [, id] = /^(?:CHARACTER:EVE|EVE:CHARACTER):(\d+)$/.exec(String(claims.sub)) ?? []
  return {
    ...claims,
    CharacterID: id,
    CharacterName: claims.name,
    CharacterOwnerHash: claims.owner,
  }
}

export default EVEOnline

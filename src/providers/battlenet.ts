import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './battlenet.mark.ts'

/**
 * Sign in with Battle.net. Its id tokens cannot be verified (the keys are not base64url, RFC 7518
 * §6.3.1), so the profile comes from the user-info endpoint. `issuer` is
 * `https://oauth.battlenet.com.cn` for players in China.
 */
const BattleNet: ProviderFunction<Profile, object, 'battlenet'> = defineProvider({
  id: 'battlenet',
  name: 'Battle.net',
  type: 'oauth',
  docs: 'https://community.developer.battle.net/documentation/guides/using-oauth/authorization-code-flow',
  variables: {
    issuer: {
      kind: 'origin',
      default: 'https://oauth.battle.net',
      example: 'https://oauth.battle.net',
    },
  },
  authorization: { url: '{issuer}/authorize', params: { scope: 'openid' } },
  token: '{issuer}/token',
  userinfo: '{issuer}/userinfo',
  revocation: '{issuer}/revoke',
  checks: ['state'],
  profile: { id: ['sub', 'id'], name: ['battletag', 'battle_tag'] },
  provides: { email: false, refreshToken: false },
  style: { brandColor: '#148eff', logo },
})

export default BattleNet

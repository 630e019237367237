import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './telegram.mark.ts'

/** Log in with Telegram. The keys are those of a bot, under Bot Settings › Web Login at @BotFather. */
const Telegram: ProviderFunction<Profile, object, 'telegram'> = defineProvider({
  id: 'telegram',
  name: 'Telegram',
  type: 'oidc',
  method: openId,
  docs: 'https://core.telegram.org/bots/telegram-login',
  issuer: 'https://oauth.telegram.org',
  authorization: { params: { scope: 'openid profile' } },
  checks: ['pkce', 'state'],
  profile: { id: 'sub', name: ['name', 'preferred_username'], image: 'picture' },
  provides: { email: false, refreshToken: false },
  style: {
    brandColor: '#26a5e4',
    logo,
  },
})

export default Telegram

import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './mailru.mark.ts'

/**
 * Sign in with Mail.ru. Since July 2025 new sites register with VK ID instead; older registrations
 * keep working.
 */
const Mailru: ProviderFunction<Profile, object, 'mailru'> = defineProvider({
  id: 'mailru',
  name: 'Mail.ru',
  type: 'oauth',
  docs: 'https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index',
  authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
  token: 'https://oauth.mail.ru/token',
  userinfo: 'https://oauth.mail.ru/userinfo',
  checks: ['pkce', 'state'],
  dialect: {
    token: { type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
    refresh: { params: { client_id: '{clientId}' } },
  },
  profile: {
    id: 'id',
    name: ['name', 'nickname', '{first_name} {last_name}'],
    email: 'email',
    image: 'image',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#005ff9', logo },
})

export default Mailru

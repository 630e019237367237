import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Yandex. */
const Yandex: ProviderFunction<Profile, object, 'yandex'> = defineProvider({
  id: 'yandex',
  name: 'Yandex',
  type: 'oauth',
  docs: 'https://yandex.com/dev/id/doc/en/codes/code-url',
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    params: { scope: 'login:info login:email login:avatar' },
  },
  token: 'https://oauth.yandex.ru/token',
  userinfo: 'https://login.yandex.ru/info?format=json',
  // No `revocation`: Yandex revokes only tokens that were issued to a device.
  checks: ['pkce', 'state'],
  dialect: { userinfo: { bearer: { scheme: 'OAuth' } } },
  profile: {
    id: 'id',
    name: ['display_name', 'real_name', 'first_name'],
    email: ['default_email', 'emails.0'],
    // Accounts without a picture have an id too, that of an empty picture.
    image: ({ is_avatar_empty, default_avatar_id: id }) =>
      !is_avatar_empty && typeof id === 'string' && id !== ''
        ? `https://avatars.yandex.net/get-yapic/${id}/islands-200`
        : null,
  },
  accountChoice: { force_confirm: 'yes' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#fc3f1d' },
})

export default Yandex

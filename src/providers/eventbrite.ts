import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './eventbrite.mark.ts'

/** Sign in with Eventbrite. Its tokens do not expire. */
const Eventbrite: ProviderFunction<Profile, object, 'eventbrite'> = defineProvider({
  id: 'eventbrite',
  name: 'Eventbrite',
  type: 'oauth',
  docs: 'https://www.eventbrite.com/platform/api#/introduction/authentication',
  authorization: 'https://www.eventbrite.com/oauth/authorize',
  token: 'https://www.eventbrite.com/oauth/token',
  userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'id',
    name: ['name', '{first_name} {last_name}'],
    email: ['emails.?primary.email', 'emails.0.email'],
    image:
      'https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F{image_id}%2F1%2Foriginal.jpg',
    emailVerified: 'emails.?primary.verified',
  },
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#f05537', logo },
})

export default Eventbrite

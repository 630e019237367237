import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './stripe.mark.ts'

/** Connect a Stripe account (Stripe Connect). The client secret is the secret key of your platform. */
const Stripe: ProviderFunction<Profile, object, 'stripe'> = defineProvider({
  id: 'stripe',
  name: 'Stripe',
  type: 'oauth',
  docs: 'https://docs.stripe.com/connect/oauth-reference',
  authorization: {
    url: 'https://connect.stripe.com/oauth/authorize',
    params: { scope: 'read_write' },
  },
  token: 'https://connect.stripe.com/oauth/token',
  userinfo: 'https://api.stripe.com/v1/account',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { subject: { tokens: 'stripe_user_id', profile: 'id' } },
  profile: {
    id: 'id',
    name: ['business_profile.name', 'settings.dashboard.display_name'],
    email: 'email',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#635bff', logo },
})

export default Stripe

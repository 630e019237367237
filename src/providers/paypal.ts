import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './paypal.mark.ts'

/** Log in with PayPal. `domain` is `sandbox.paypal.com` for sandbox accounts. */
const PayPal: ProviderFunction<Profile, VariableOptions<'domain'>, 'paypal'> = defineProvider({
  id: 'paypal',
  name: 'PayPal',
  type: 'oauth',
  docs: 'https://developer.paypal.com/docs/log-in-with-paypal/integrate/',
  variables: { domain: { kind: 'host', example: 'sandbox.paypal.com', default: 'paypal.com' } },
  authorization: {
    url: 'https://www.{domain}/signin/authorize',
    params: { flowEntry: 'static', scope: 'openid profile email' },
  },
  token: 'https://api-m.{domain}/v1/oauth2/token',
  userinfo: {
    url: 'https://api-m.{domain}/v1/identity/openidconnect/userinfo',
    params: { schema: 'openid' },
  },
  checks: ['state'],
  profile: {
    id: ['user_id', 'sub'],
    name: 'name',
    email: 'email',
    emailVerified: 'email_verified',
    image: 'picture',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#003087', logo },
})

export default PayPal

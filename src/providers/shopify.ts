import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './shopify.mark.ts'

/** Sign in with Shopify, as a member of the staff of one shop. The profile comes with the tokens. */
const Shopify: ProviderFunction<Profile, VariableOptions<'shop'>, 'shopify'> = defineProvider({
  id: 'shopify',
  name: 'Shopify',
  type: 'oauth',
  docs: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant',
  variables: { shop: { kind: 'host', example: 'acme.myshopify.com' } },
  authorization: {
    url: 'https://{shop}/admin/oauth/authorize',
    params: { 'grant_options[]': 'per-user' },
  },
  token: 'https://{shop}/admin/oauth/access_token',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'comma', token: { type: 'bearer' }, profile: 'tokens' },
  profile: {
    id: 'associated_user.id',
    name: '{associated_user.first_name} {associated_user.last_name}',
    email: 'associated_user.email',
    emailVerified: 'associated_user.email_verified',
  },
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#95bf47', logo },
})

export default Shopify

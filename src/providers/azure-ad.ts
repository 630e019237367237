import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import { photo } from '../description/photo.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './azure-ad.mark.ts'

/**
 * Sign in with Azure Active Directory, called Microsoft Entra ID since 2023; the id stays for
 * registered callback addresses.
 */
const AzureAD: ProviderFunction<Profile, VariableOptions<'tenantId'>, 'azure-ad'> = defineProvider({
  id: 'azure-ad',
  name: 'Azure Active Directory',
  type: 'oidc',
  method: openId,
  docs: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
  issuer: '{issuer}',
  variables: {
    // The directory whose people may sign in: its id, a domain, or a word such as `common` for many.
    tenantId: {
      kind: 'word',
      example: '8eaef023-2b34-4da1-9baa-8bc8c9d6a490',
      default: 'common',
    },
    issuer: {
      kind: 'origin',
      default: 'https://login.microsoftonline.com/{tenantId}/v2.0',
      example: 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
    },
  },
  authorization: { params: { scope: 'openid profile email User.Read' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    tenant: 'tid',
    photo: photo({
      url: 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
      scope: 'User.Read',
    }),
  },
  // A tenant's administrator can enter any address; this optional claim says if the domain is
  // theirs.
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'xms_edov',
  },
  accountChoice: { prompt: 'select_account' },
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  hints: {
    invalid_client: "Use the client secret's value, not its id, and renew it when it has expired.",
  },
  button: { name: 'Microsoft' },
  style: {
    brandColor: '#0072c6',
    logo,
  },
})

export default AzureAD

import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import { photo } from '../description/photo.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './microsoft-entra-id.mark.ts'

/**
 * Sign in with Microsoft: work, school and, under the tenants `common` and `consumers`, personal
 * accounts.
 */
const MicrosoftEntraID: ProviderFunction<
  Profile,
  VariableOptions<'tenantId'>,
  'microsoft-entra-id'
> = defineProvider({
  id: 'microsoft-entra-id',
  name: 'Microsoft Entra ID',
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
      example: 'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
      default: 'https://login.microsoftonline.com/{tenantId}/v2.0',
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
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
    // A tenant's administrator can enter any address; this optional claim says if the domain is theirs.
    emailVerified: 'xms_edov',
  },
  accountChoice: { prompt: 'select_account' },
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  hints: {
    invalid_client: "Use the client secret's value, not its id, and renew it when it has expired.",
    unauthorized_client:
      'The supported account types of the app registration must cover the tenant in `issuer`.',
  },
  button: { name: 'Microsoft', popular: 4 },
  style: {
    brandColor: '#0067b8',
    logo,
  },
})

export default MicrosoftEntraID

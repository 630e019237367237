import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './azure-devops.mark.ts'

/**
 * Sign in with Azure DevOps through Microsoft Entra ID. Azure DevOps' own OAuth has taken no new
 * applications since April 2025 and ends in 2026; people keep their ids.
 */
const AzureDevOps: ProviderFunction<
  Profile,
  VariableOptions<'tenantId'>,
  'azure-devops'
> = defineProvider({
  id: 'azure-devops',
  name: 'Azure DevOps',
  type: 'oauth',
  docs: 'https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/entra-oauth',
  variables: {
    tenantId: {
      kind: 'word',
      default: 'organizations',
      example: '8eaef023-2b34-4da1-9baa-8bc8c9d6a490',
    },
  },
  authorization: {
    url: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/authorize',
    // The id is the one of the Azure DevOps resource, the same in every tenant.
    params: { scope: '499b84ac-1321-427f-aa17-267ca6975798/vso.profile' },
  },
  token: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/token',
  userinfo:
    'https://app.vssps.visualstudio.com/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=7.1',
  endSession: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/logout',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'id',
    name: ['displayName', 'publicAlias'],
    email: 'emailAddress',
    image: 'data:image/jpeg;base64,{coreAttributes.Avatar.value.value}',
  },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#0078d4', logo },
})

export default AzureDevOps

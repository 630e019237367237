import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './hydra.mark.ts'

/** Sign in with Ory Hydra. Auth.js has it in the module `ory-hydra`; the id is the same. */
const Hydra: ProviderFunction<Profile, object, 'hydra'> = defineProvider({
  id: 'hydra',
  name: 'Hydra',
  type: 'oidc',
  method: openId,
  docs: 'https://www.ory.sh/docs/oauth2-oidc/authorization-code-flow',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.projects.oryapis.com' } },
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#0f172a', logo },
})

export default Hydra

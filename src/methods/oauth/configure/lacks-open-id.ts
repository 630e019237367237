import { configError } from '../../../config/problems.ts'
import type { AuthError } from '../../../errors.ts'

/** Bundles for browsers and workers have the code of OpenID Connect only if a provider brings it. */
export function lacksOpenId(id: string): AuthError {
  return configError(
    `providers.${id}.method`,
    `The provider ${id} brings no code for OpenID Connect`,
    'Add `method: openId` of porticojs, or use GenericOIDC of porticojs/providers/generic-oidc.',
    id,
  )
}

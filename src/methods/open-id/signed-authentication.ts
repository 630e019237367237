import {
  type ClientAuth,
  ClientSecretJwt,
  type ModifyAssertionOptions,
  modifyAssertion,
  PrivateKeyJwt,
} from 'oauth4webapi'
import { AuthError } from '../../errors.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'

/** Proves by a signature that this application is itself (OpenID Connect Core §9): `client_secret_jwt` or `private_key_jwt`. */
export function signedAuthentication(
  provider: ResolvedOAuth,
  method: string,
  secret: string,
): ClientAuth {
  if (method === 'client_secret_jwt') return ClientSecretJwt(secret, addressed(provider))
  const key = provider.token.clientPrivateKey
  if (key) return PrivateKeyJwt(key, addressed(provider))
  throw new AuthError('Configuration', `The provider ${provider.id} has no private key`, {
    provider: provider.id,
    field: 'token.clientPrivateKey',
    hint: 'Pass `token: { clientPrivateKey }`.',
  })
}

/** RFC 7523 §3: an assertion is addressed to the issuer, or to the token endpoint of a platform that has none. */
function addressed({ issuer, wellKnown, token }: ResolvedOAuth): ModifyAssertionOptions {
  if (issuer || wellKnown || !token.url) return {}
  const { origin, pathname } = token.url
  return {
    [modifyAssertion](_header, payload) {
      payload.aud = origin + pathname
    },
  }
}

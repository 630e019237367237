import {
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  None,
  PrivateKeyJwt,
} from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/oauth.ts'
import { AuthError } from '../../errors.ts'

/** This application as the OAuth library knows it. */
export function clientOf(provider: ResolvedOAuth): Client {
  return { ...provider.client, client_id: provider.clientId }
}

/** How this application proves to the platform that it is itself (RFC 6749 §2.3, OpenID Connect Core §9). */
export function authenticationOf(provider: ResolvedOAuth): ClientAuth {
  const make = methods[provider.clientAuthentication] ?? methods.none
  return make(provider)
}

const methods: Record<string, (provider: ResolvedOAuth) => ClientAuth> & { none: (provider: ResolvedOAuth) => ClientAuth } = {
  client_secret_basic: (provider) => ClientSecretBasic(secretOf(provider)),
  client_secret_jwt: (provider) => ClientSecretJwt(secretOf(provider)),
  client_secret_post(provider) {
    const secret = secretOf(provider)
    const { clientId = 'client_id', clientSecret = 'client_secret' } = provider.dialect
    return (_server, client, body) => {
      body.set(clientId, client.client_id)
      body.set(clientSecret, secret)
    }
  },
  private_key_jwt(provider) {
    const key = provider.token.clientPrivateKey
    if (key) return PrivateKeyJwt(key)
    throw new AuthError('Configuration', `The provider ${provider.id} has no private key`, {
      provider: provider.id,
      field: 'token.clientPrivateKey',
      hint: 'Pass `token: { clientPrivateKey }`.',
    })
  },
  none({ dialect: { clientId } }) {
    return clientId ? (_server, client, body) => body.set(clientId, client.client_id) : None()
  },
}

function secretOf({ clientSecret = '' }: ResolvedOAuth): string {
  return clientSecret
}

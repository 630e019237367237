import { type ClientAuth, None } from 'oauth4webapi'
import { openIdCode } from './open-id.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The proof to the platform that this application is itself (RFC 6749 §2.3, OpenID Connect Core §9). */
export async function clientAuthentication(
  provider: ResolvedOAuth,
  now: number,
  method: string = provider.clientAuthentication,
): Promise<ClientAuth> {
  const { clientId, clientSecret, signClientSecret } = provider
  const secret = clientSecret ?? (await signClientSecret?.({ clientId, now })) ?? ''
  if (method.endsWith('_jwt'))
    return (await openIdCode(provider)).signedAuthentication(provider, method, secret)
  return (methods[method] ?? none)(provider, secret)
}

type Make = (provider: ResolvedOAuth, secret: string) => ClientAuth

const none: Make = ({ dialect: { clientId } }) =>
  clientId ? (_server, client, body) => body.set(clientId, client.client_id) : None()

const methods: Record<string, Make> = {
  none,
  client_secret_basic: (_provider, secret) => (_server, client, _body, headers) =>
    headers.set(
      'authorization',
      `Basic ${btoa([client.client_id, secret].map(formEncoded).join(':'))}`,
    ),
  client_secret_post(provider, secret) {
    const { clientId = 'client_id', clientSecret = 'client_secret' } = provider.dialect
    return (_server, client, body) => {
      body.set(clientId, client.client_id)
      body.set(clientSecret, secret)
    }
  },
}

/**
 * RFC 6749 §2.3.1, and nothing encoded that need not be: Reddit and others compare what they get as it is. The OAuth library would
 * write `-` and `_` as `%2D` and `%5F`.
 */
function formEncoded(text: string): string {
  return `${new URLSearchParams([['', text]])}`.slice(1)
}

import { processPushedAuthorizationResponse, pushedAuthorizationRequest } from 'oauth4webapi'
import { clientAuthentication } from './client-authentication.ts'
import { translated } from './oauth4webapi-errors.ts'
import type { PlatformClient } from './platform-client.ts'

/** Hands the authorization parameters to the platform directly (RFC 9126) and returns its reference to them. */
export function pushAuthorization(
  { services, provider, server, client, options }: PlatformClient,
  params: Record<string, string>,
): Promise<{ request_uri: string }> {
  return translated(provider, 'pushed authorization request', async () => {
    const authentication = await clientAuthentication(provider, Math.floor(services.now() / 1000))
    const response = await pushedAuthorizationRequest(
      server,
      client,
      authentication,
      params,
      options,
    )
    return processPushedAuthorizationResponse(server, client, response)
  })
}

import { processPushedAuthorizationResponse, pushedAuthorizationRequest } from 'oauth4webapi'
import type { App } from '../../app.ts'
import { clientAuthentication } from '../oauth/client-authentication.ts'
import { translated } from '../oauth/oauth4webapi-errors.ts'
import { createPlatformClient } from '../oauth/platform-client.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'

/** Hands the authorization parameters to the platform directly (RFC 9126) and returns its reference to them. */
export async function pushAuthorization(
  app: App,
  provider: ResolvedOAuth,
  params: Record<string, string>,
): Promise<{ request_uri: string }> {
  const { server, client, options } = await createPlatformClient(app, provider)
  return translated(provider, 'pushed authorization request', async () => {
    const now = Math.floor(app.services.now() / 1000)
    const authentication = await clientAuthentication(provider, now)
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

import {
  type AuthorizationServer,
  processPushedAuthorizationResponse,
  pushedAuthorizationRequest,
} from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Config } from '../../config.ts'
import { libraryOptions } from './ask.ts'
import { clientAuthentication, oauthClient } from './client.ts'
import { translated } from './translate.ts'

/** Hands the authorization parameters to the platform directly (RFC 9126) and returns its reference to them. */
export function pushAuthorization(
  config: Config,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  params: Record<string, string>,
): Promise<{ request_uri: string }> {
  const client = oauthClient(config, provider)
  return translated(provider, 'pushed authorization request', async () => {
    const authentication = await clientAuthentication(provider, Math.floor(config.now() / 1000))
    const options = libraryOptions(config, provider)
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

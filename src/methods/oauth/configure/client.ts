import { variableName } from '../../../config/environment.ts'
import { configError, missingKey } from '../../../config/problems.ts'
import type { OpenIdPart, ResolvedOAuth, WrittenOAuth } from '../resolved.ts'
import { lacksOpenId } from './lacks-open-id.ts'

const methods = new Set([
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
])

/** The application's client: its way to authenticate at the token endpoint, and with what. */
export function readClient(
  config: WrittenOAuth,
  fromEnvironment: string | undefined,
  openId: OpenIdPart | undefined,
): Pick<ResolvedOAuth, 'clientAuthentication' | 'clientSecret'> {
  const { id } = config
  const clientSecret = config.clientSecret ?? fromEnvironment
  const method = config.client?.token_endpoint_auth_method
  const clientAuthentication =
    typeof method === 'string' ? method : clientSecret ? 'client_secret_basic' : 'none'
  if (!methods.has(clientAuthentication)) {
    throw configError(
      `providers.${id}.client.token_endpoint_auth_method`,
      `The provider ${id} authenticates with "${clientAuthentication}"`,
      `Use one of ${[...methods].join(', ')}.`,
      id,
    )
  }
  if (!openId && clientAuthentication.endsWith('_jwt')) throw lacksOpenId(id)
  if (
    clientAuthentication.startsWith('client_secret') &&
    !clientSecret &&
    !config.signClientSecret
  ) {
    throw missingKey(id, 'clientSecret', 'has no client secret', variableName(id, 'secret'))
  }
  return { clientAuthentication, ...(clientSecret && { clientSecret }) }
}

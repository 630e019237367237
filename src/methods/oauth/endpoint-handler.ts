import type { Context } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import type { Awaitable } from '../../types/models.ts'
import type { EndpointTools } from '../../types/provider.ts'
import { appUrls } from './app-urls.ts'
import { providerFetch } from './authorization-server.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The tools of a provider's own endpoint handler. `callbackUrl` is the one that the platform was given. */
export function handlerTools(
  context: Context,
  provider: ResolvedOAuth,
  redirect_uri?: string,
): EndpointTools {
  const { signinUrl, callbackUrl } = appUrls(context, provider)
  return {
    provider: {
      ...provider,
      ...ownEndpoints(provider),
      checks: [...provider.checks],
      signinUrl,
      callbackUrl: redirect_uri ?? callbackUrl,
    } as EndpointTools['provider'],
    fetch: providerFetch(context, provider),
  }
}

/** An address can be written to, and a handler may put a person's token into it: each gets addresses of its own. */
function ownEndpoints({ authorization, token, userinfo }: ResolvedOAuth) {
  const own = <Endpoint extends { url?: URL }>(endpoint: Endpoint): Endpoint =>
    endpoint.url ? { ...endpoint, url: new URL(endpoint.url) } : endpoint
  return { authorization: own(authorization), token: own(token), userinfo: own(userinfo) }
}

/** Runs a provider's own endpoint handler; what it throws is the platform's failure, not ours. */
export async function runHandler<Input, Output>(
  provider: ResolvedOAuth,
  endpoint: string,
  handler: (input: Input) => Awaitable<Output>,
  input: Input,
): Promise<Output> {
  try {
    return await handler(input)
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError('PlatformError', `The ${endpoint} handler of ${provider.id} failed`, {
      provider: provider.id,
      // A JSON error quotes what it could not read, which may be a token.
      cause: cause instanceof SyntaxError ? undefined : cause,
    })
  }
}

/** The platform's answer as the standard has it, where the provider knows how to put it so. */
export async function conformResponse(
  provider: ResolvedOAuth,
  endpoint: 'token' | 'userinfo',
  response: Response,
): Promise<Response> {
  const own = provider[endpoint].conform
  return (own && (await runHandler(provider, endpoint, own, response.clone()))) ?? response
}

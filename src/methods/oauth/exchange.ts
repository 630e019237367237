import { authorizationCodeGrantRequest, type IDToken, nopkce } from 'oauth4webapi'
import type { Context } from '../../context.ts'
import type { TokenSet } from '../../types/models.ts'
import type { OAuthChecks } from '../../types/provider.ts'
import { flowSeconds } from '../flow.ts'
import { clientAuthentication } from './client-authentication.ts'
import { handlerTools, runHandler } from './endpoint-handler.ts'
import type { OAuthFlow } from './flow.ts'
import { openIdCode } from './open-id.ts'
import type { PlatformClient } from './platform-client.ts'
import type { Answer } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { splitScopes } from './scopes.ts'
import { judgeTokenAnswer, readTokenAnswer, withoutBlanks } from './token-answer.ts'
import { toTokenSet } from './token-set.ts'

/** Tokens, and for OpenID Connect the verified claims of the id token. */
export interface Exchanged {
  tokens: TokenSet
  claims?: IDToken
}

/** Turns the callback's code into tokens (RFC 6749 §4.1.3) and judges the answer. `params` must have been validated. */
export async function exchange(
  context: Context,
  platform: PlatformClient,
  params: URLSearchParams,
  flow: OAuthFlow,
): Promise<Exchanged> {
  const { provider } = platform
  const { request } = provider.token
  const answer = request
    ? await ownAnswer(context, provider, request, params, flow)
    : await standardAnswer(platform, params, flow, context.now)
  const { callbackScopes, scopes } = provider.dialect
  // RFC 6749 §5.1: who granted all that was asked for need not repeat it.
  const granted = (callbackScopes && params.get(callbackScopes)) || flow.state?.scope
  if (granted) answer.scope ??= splitScopes(granted, scopes).join(' ')
  if (provider.type === 'oidc') {
    const { validateIdToken, assertAccessToken } = await openIdCode(provider)
    const claims = await validateIdToken(platform, answer, {
      nonce: flow.state?.nonce,
      maxAge: allowedAge(flow, context.now),
    })
    await assertAccessToken(provider, answer, claims)
    return { tokens: toTokenSet(provider, answer, context.now), claims }
  }
  // Whoever brings tokens in their own way may have a token type of their own.
  if (!request) await judgeTokenAnswer(platform, answer)
  return { tokens: toTokenSet(provider, answer, context.now) }
}

/** `max_age` counts from the request; what the person took at the platform after that comes on top. */
function allowedAge({ state, expires }: OAuthFlow, now: number): number | undefined {
  if (state?.max_age === undefined) return undefined
  return state.max_age + Math.max(0, now - (expires - flowSeconds))
}

async function standardAnswer(
  { provider, server, client, options }: PlatformClient,
  params: URLSearchParams,
  { state }: OAuthFlow,
  now: number,
): Promise<Answer> {
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    await clientAuthentication(provider, now),
    params,
    state?.redirect_uri ?? '',
    state?.code_verifier ?? nopkce,
    { ...options, additionalParameters: repeated(provider, params) },
  )
  return readTokenAnswer(response, provider, [params.get('code'), state?.code_verifier])
}

/** The tokens that the provider's own handler brings. */
async function ownAnswer(
  context: Context,
  provider: ResolvedOAuth,
  request: NonNullable<ResolvedOAuth['token']['request']>,
  params: URLSearchParams,
  flow: OAuthFlow,
): Promise<Answer> {
  const { tokens } = await runHandler(provider, 'token', request, {
    params: Object.fromEntries(params),
    checks: flowChecks(flow),
    ...handlerTools(context, provider, flow.state?.redirect_uri),
  })
  return withoutBlanks({ token_type: 'bearer', ...tokens })
}

/** Parameters of the callback that this platform wants to see again. */
function repeated(provider: ResolvedOAuth, params: URLSearchParams): Record<string, string> {
  const names = provider.dialect.token?.callback ?? []
  return Object.fromEntries(
    names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])),
  )
}

function flowChecks({ id, state: own }: OAuthFlow): OAuthChecks {
  const { code_verifier, nonce } = own ?? {}
  return { state: id, ...(code_verifier && { code_verifier }), ...(nonce && { nonce }) }
}

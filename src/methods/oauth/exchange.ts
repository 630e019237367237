import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  expectNoNonce,
  getValidatedIdTokenClaims,
  type IDToken,
  jwksCache,
  nopkce,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { equal } from '../../crypto/compare.ts'
import { hmac } from '../../crypto/hash.ts'
import { at } from '../../define.ts'
import { AuthError } from '../../errors.ts'
import type { TokenSet } from '../../types/nouns.ts'
import type { OAuthChecks } from '../../types/provider.ts'
import type { Flow } from '../flow.ts'
import { type Answer, readAnswer } from './answer.ts'
import { conform, handled, libraryOptions, toolsOf } from './ask.ts'
import { claimsOf, headerOf } from './claims.ts'
import { authenticationOf, clientOf } from './client.ts'
import { splitScopes } from './scopes.ts'

/** Tokens, and for OpenID Connect the verified claims of the id token. */
export interface Exchanged {
  tokens: TokenSet
  claims?: IDToken
}

/** Turns the callback's code into tokens (RFC 6749 §4.1.3) and judges the answer. `params` must have been validated. */
export async function exchange(
  context: Context,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  params: URLSearchParams,
  flow: Flow,
): Promise<Exchanged> {
  if (provider.token.request) {
    const asked = { params: Object.fromEntries(params), checks: checksOf(flow) }
    const tools = toolsOf(context, provider, flow.redirect_uri)
    const { tokens } = await handled(provider, 'token', provider.token.request, {
      ...asked,
      ...tools,
    })
    return finishTokens(provider, { ...tokens }, context.now)
  }
  const response = await authorizationCodeGrantRequest(
    server,
    clientOf(context.config, provider),
    await authenticationOf(provider, context.now),
    params,
    flow.redirect_uri ?? '',
    flow.code_verifier ?? nopkce,
    {
      ...libraryOptions(context.config, provider),
      additionalParameters: repeated(provider, params),
    },
  )
  const answer = await tokenAnswer(response, provider)
  if (provider.type === 'oauth') {
    return finishTokens(
      provider,
      await judge(context.config, provider, server, answer),
      context.now,
    )
  }
  return judgeIdToken(context, provider, server, answer, flow)
}

/** Parameters of the callback that this platform wants to see again. */
function repeated(provider: ResolvedOAuth, params: URLSearchParams): Record<string, string> {
  const names = provider.dialect.token?.callback ?? []
  return Object.fromEntries(
    names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])),
  )
}

function checksOf(flow: Flow): OAuthChecks {
  const { id: state, code_verifier, nonce } = flow
  return { state, ...(code_verifier && { code_verifier }), ...(nonce && { nonce }) }
}

/** The platform's token answer in the standard's form. */
export async function tokenAnswer(response: Response, provider: ResolvedOAuth): Promise<Answer> {
  const { token, scopes } = provider.dialect
  const whole = await readAnswer(await conform(provider, 'token', response), provider, 'token')
  const { at: path, names = {}, without = [] } = token ?? {}
  const answer = { ...((path && at(whole, path)) || whole) } as Answer
  for (const [standard, own] of Object.entries(names)) answer[standard] ??= answer[own]
  for (const name of without) delete answer[name]
  if (token?.type) answer.token_type ??= token.type
  if (scopes && answer.scope !== undefined)
    answer.scope = splitScopes(answer.scope, scopes).join(' ')
  return answer
}

/** Judges a token answer without an id token (RFC 6749 §5.1). */
export async function judge(
  config: Config,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  answer: Answer,
): Promise<Answer> {
  // A plain OAuth 2 provider promises nothing about an id token, so it is kept but not relied upon.
  const { id_token, ...rest } = answer
  await processRefreshTokenResponse(server, clientOf(config, provider), Response.json(rest))
  return answer
}

async function judgeIdToken(
  context: Context,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  answer: Answer,
  flow: Flow,
): Promise<Exchanged> {
  const response = Response.json(answer)
  const own = issuedBy(server, provider, answer)
  const client = clientOf(context.config, provider)
  const processed = await processAuthorizationCodeResponse(own, client, response, {
    expectedNonce: flow.nonce ?? expectNoNonce,
    requireIdToken: true,
  })
  await verifySignature(context.config, provider, own, client, answer, response)
  const claims = getValidatedIdTokenClaims(processed)
  return { ...finishTokens(provider, answer, context.now), ...(claims && { claims }) }
}

/** The server as the issuer of this very token: on platforms with one issuer per tenant, the token's tenant. */
function issuedBy(
  server: AuthorizationServer,
  provider: ResolvedOAuth,
  answer: Answer,
): AuthorizationServer {
  const claim = provider.dialect.tenant
  const tenant = claim && claimsOf(answer.id_token)?.[claim]
  if (typeof tenant !== 'string' || !/^[\w-]+$/.test(tenant)) return server
  const issuer = server.issuer.replace(
    /\{tenantid\}|(?<=\/)(common|organizations|consumers)(?=\/|$)/,
    tenant,
  )
  return { ...server, issuer }
}

/** OpenID Connect Core §3.1.3.7, steps 6 to 8. Keys come only from the address that the configuration leads to. */
async function verifySignature(
  config: Config,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  client: Client,
  answer: Answer,
  response: Response,
): Promise<void> {
  if (
    headerOf(answer.id_token)?.alg === 'HS256' &&
    client.id_token_signed_response_alg === 'HS256'
  ) {
    const [header, payload, signature = ''] = String(answer.id_token).split('.')
    const expected = await hmac(provider.clientSecret ?? '', `${header}.${payload}`, 'base64url')
    if (provider.clientSecret && equal(signature, expected)) return
    throw new AuthError('CheckFailed', 'The id token was not signed with the client secret', {
      provider: provider.id,
    })
  }
  const jwks = await config.memo(`jwks ${provider.id}`, Number.POSITIVE_INFINITY, async () => ({}))
  await validateApplicationLevelSignature(server, response, {
    ...libraryOptions(config, provider),
    [jwksCache]: jwks,
  })
}

/** Adds the moments of expiry to a judged answer. */
export function finishTokens(provider: ResolvedOAuth, answer: Answer, now: number): Exchanged {
  const tokens: TokenSet = { ...answer }
  // RFC 6749, appendix A.12. Anything else breaks the header that carries it, and the error would quote it.
  if (typeof tokens.access_token !== 'string' || !/^[ -~]+$/.test(tokens.access_token)) {
    throw new AuthError('PlatformError', `${provider.name} sent no usable access token`, {
      provider: provider.id,
    })
  }
  // A platform's own `expires_at` may be anything, even a date in words.
  const seconds = secondsOf(tokens.expires_in)
  if (seconds !== undefined) tokens.expires_at = now + seconds
  const refreshSeconds = secondsOf(answer[provider.dialect.token?.refreshExpiresIn ?? ''])
  if (refreshSeconds !== undefined) tokens.refresh_expires_at = now + refreshSeconds
  return { tokens }
}

function secondsOf(value: unknown): number | undefined {
  const seconds =
    typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(seconds) ? seconds : undefined
}

import {
  authorizationCodeGrantRequest,
  type IDToken,
  nopkce,
  processRefreshTokenResponse,
} from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { at } from '../../description/json-path.ts'
import { AuthError } from '../../errors.ts'
import { isWellFormed } from '../../http/well-formed-text.ts'
import type { TokenSet } from '../../types/models.ts'
import type { OAuthChecks } from '../../types/provider.ts'
import { flowSeconds } from '../flow.ts'
import { clientAuthentication } from './client-authentication.ts'
import { conformResponse, handlerTools, runHandler } from './endpoint-handler.ts'
import type { OAuthFlow } from './flow.ts'
import { assertAccessToken, validateIdToken } from './id-token.ts'
import type { PlatformClient } from './platform-client.ts'
import { type Answer, platformError, readAnswer, type Sent } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { splitScopes } from './scopes.ts'

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
  const granted = callbackScopes && params.get(callbackScopes)
  if (granted) answer.scope ??= splitScopes(granted, scopes).join(' ')
  if (provider.type === 'oidc') {
    const claims = await validateIdToken(platform, answer, {
      nonce: flow.state?.nonce,
      maxAge: allowedAge(flow, context.now),
    })
    await assertAccessToken(provider, answer, claims)
    return { ...finishTokens(provider, answer, context.now), claims }
  }
  // Whoever brings tokens in their own way may have a token type of their own.
  if (!request) await judge(platform, answer)
  return finishTokens(provider, answer, context.now)
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
  return tokenAnswer(response, provider, [params.get('code'), state?.code_verifier])
}

/** What the provider's own handler brings. */
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

/** The platform's token answer in the standard's form. */
export async function tokenAnswer(
  response: Response,
  provider: ResolvedOAuth,
  sent: Sent,
): Promise<Answer> {
  const { token, scopes } = provider.dialect
  const conformed = await conformResponse(provider, 'token', response)
  const whole = await readAnswer(conformed, provider, 'token', sent)
  const { at: path, names = {}, without = [] } = token ?? {}
  const answer = { ...((path && at(whole, path)) || whole) } as Answer
  for (const [standard, own] of Object.entries(names)) answer[standard] ??= answer[own]
  for (const name of without) delete answer[name]
  withoutBlanks(answer)
  if (token?.type) answer.token_type ??= token.type
  if (scopes && answer.scope !== undefined)
    answer.scope = splitScopes(answer.scope, scopes).join(' ')
  const odd = textFields.find((name) => isOdd(answer[name]))
  const lacking = requiredFields.find((name) => !answer[name])
  if (odd === undefined && lacking === undefined) return answer
  const description = odd === undefined ? `${lacking} is missing` : `${odd} is not a text`
  const failure = { error: 'malformed_answer', description }
  throw platformError(provider, 'token', response.status, failure)
}

/** Platforms that have no refresh token, or no expiry, may say so with `null` or with nothing; an empty scope grants none. */
function withoutBlanks(answer: Answer): Answer {
  for (const name of textFields) {
    if (answer[name] === null || (answer[name] === '' && name !== 'scope')) delete answer[name]
  }
  return answer
}

/** RFC 6749 §5.1. */
const requiredFields = ['access_token', 'token_type']

/** Neither a text nor a number, or a text that storages do not keep as it is. */
function isOdd(value: unknown): boolean {
  return typeof value === 'string'
    ? !isWellFormed(value)
    : typeof value === 'object' && value !== null
}

const textFields = [
  'access_token',
  'token_type',
  'expires_in',
  'refresh_token',
  'scope',
  'id_token',
]

/** Judges a token answer without an id token (RFC 6749 §5.1). */
export async function judge({ server, client }: PlatformClient, answer: Answer): Promise<Answer> {
  // A plain OAuth 2 provider promises nothing about an id token, so it is kept but not relied upon.
  const { id_token, ...rest } = answer
  await processRefreshTokenResponse(server, client, Response.json(rest))
  return answer
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
  const lifetime = readSeconds(tokens.expires_in, maxLifetimeSeconds)
  if (lifetime !== undefined) tokens.expires_in = lifetime
  const refreshLifetime = answer[provider.dialect.token?.refreshExpiresIn ?? '']
  const { expires_at, refresh_expires_at, ...rest } = tokens
  return {
    tokens: {
      ...rest,
      ...moment('expires_at', now, lifetime, expires_at),
      ...moment(
        'refresh_expires_at',
        now,
        readSeconds(refreshLifetime, maxLifetimeSeconds),
        refresh_expires_at,
      ),
    },
  }
}

/** A moment of expiry: from the lifetime, else as the platform says it, which may be anything, even a date in words. */
function moment(
  name: 'expires_at' | 'refresh_expires_at',
  now: number,
  lifetime: number | undefined,
  said: unknown,
): TokenSet {
  const at = lifetime === undefined ? readSeconds(said, now + maxLifetimeSeconds) : now + lifetime
  return at === undefined ? {} : { [name]: at }
}

/** Ten years. Storages keep whole seconds, many of them in 32 bits. */
const maxLifetimeSeconds = 315_360_000

/** Whole seconds, from 0 to the most that makes sense; undefined for what is no number. */
function readSeconds(value: unknown, most: number): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const seconds = isNumber ? Number(value) : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.floor(Math.min(Math.max(seconds, 0), most))
}

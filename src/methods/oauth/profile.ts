import {
  type AuthorizationServer,
  type IDToken,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/oauth.ts'
import type { Context } from '../../context.ts'
import { at } from '../../define.ts'
import { AuthError } from '../../errors.ts'
import type { Profile, TokenSet } from '../../types/nouns.ts'
import { type Answer, parseObject, readAnswer } from './answer.ts'
import { handled, libraryOptions, toolsOf } from './ask.ts'
import { claimsOf } from './claims.ts'
import { clientOf } from './client.ts'
import type { Exchanged } from './exchange.ts'
import { splitScopes } from './scopes.ts'
import { fetchOf } from './server.ts'

/** The platform's own description of the person, from wherever the provider says that it is. */
export async function fetchProfile(
  context: Context,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  { tokens, claims }: Exchanged,
  params: URLSearchParams,
): Promise<Profile> {
  const profile = await source(context, provider, server, tokens, claims)
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) {
    throw new AuthError('ProfileInvalid', `${provider.name} sent no profile`, {
      provider: provider.id,
    })
  }
  const { subject, callbackProfile } = provider.dialect
  if (subject && at(tokens, subject.tokens) !== at(profile, subject.profile)) {
    throw new AuthError(
      'CheckFailed',
      `The tokens and the profile of ${provider.name} name different people`,
      {
        provider: provider.id,
        field: subject.profile,
      },
    )
  }
  const sent = callbackProfile ? parseObject(params.get(callbackProfile) ?? '') : undefined
  return sent ? { ...profile, user: sent } : profile
}

async function source(
  context: Context,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  tokens: TokenSet,
  claims: IDToken | undefined,
): Promise<Profile> {
  if (claims && provider.idToken !== false) return { ...claims }
  if (provider.userinfo.request) {
    return handled(provider, 'userinfo', provider.userinfo.request, {
      tokens,
      ...toolsOf(context, provider),
    })
  }
  if (claims) return openIdUserinfo(context, provider, server, tokens, claims)
  if (!server.userinfo_endpoint) return fromTokens(provider, tokens)
  return plainUserinfo(context, provider, server.userinfo_endpoint, tokens)
}

function fromTokens(provider: ResolvedOAuth, tokens: TokenSet): Profile {
  if (provider.dialect.profile === 'tokens') return { ...tokens }
  // Received from the token endpoint itself, over TLS: OpenID Connect Core §3.1.3.7, step 6. It must be for us.
  const claims = claimsOf(tokens.id_token)
  if (
    provider.dialect.profile === 'id_token' &&
    claims &&
    [claims.aud].flat().includes(provider.clientId)
  ) {
    return claims
  }
  throw new AuthError('ProfileInvalid', `${provider.name} has no user-info endpoint`, {
    provider: provider.id,
  })
}

/** OpenID Connect Core §5.3: the subject must be the id token's; a signed answer is verified. */
async function openIdUserinfo(
  { config }: Context,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  tokens: TokenSet,
  claims: IDToken,
): Promise<Profile> {
  const client = clientOf(config, provider)
  const options = libraryOptions(config, provider)
  const response = await userInfoRequest(server, client, tokens.access_token ?? '', options)
  const conformed = (await provider.userinfo.conform?.(response.clone())) ?? response
  const profile = await processUserInfoResponse(server, client, claims.sub, conformed)
  const isJwt = conformed.headers.get('content-type')?.startsWith('application/jwt')
  if (isJwt) await validateApplicationLevelSignature(server, conformed, options)
  return { ...claims, ...profile }
}

async function plainUserinfo(
  { config }: Context,
  provider: ResolvedOAuth,
  endpoint: string,
  tokens: TokenSet,
): Promise<Answer> {
  const {
    method = 'GET',
    headers,
    body,
    bearer = { scheme: 'Bearer' },
    fields,
  } = provider.dialect.userinfo ?? {}
  const fill = (text: string) =>
    text.replace(/\{tokens\.(\w+)\}/g, (_, name: string) => String(tokens[name] ?? ''))
  const filled = (_: string, value: unknown) => (typeof value === 'string' ? fill(value) : value)
  const url = new URL(endpoint)
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, fill(value))
  const missing = fields ? askForGranted(url, provider, fields, tokens) : []
  const sent = new Headers({ accept: 'application/json', 'user-agent': 'portico' })
  for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, fill(value))
  const token = tokens.access_token ?? ''
  if ('query' in bearer) url.searchParams.set(bearer.query, token)
  else if ('header' in bearer) sent.set(bearer.header, token)
  else sent.set('authorization', `${bearer.scheme} ${token}`)
  if (body !== undefined) sent.set('content-type', 'application/json')
  const response = await fetchOf(config, provider)(url.href, {
    method,
    headers: Object.fromEntries(sent),
    ...(body !== undefined && { body: JSON.stringify(body, filled) }),
  })
  const conformed = (await provider.userinfo.conform?.(response.clone())) ?? response
  const profile = await readAnswer(conformed, provider, 'userinfo')
  return missing.length > 0 ? { ...profile, missing } : profile
}

/** Names in the address the fields that may be asked for; returns those that may not. */
function askForGranted(
  url: URL,
  provider: ResolvedOAuth,
  { parameter, scopes }: { parameter: string; scopes: Readonly<Record<string, string>> },
  tokens: TokenSet,
): string[] {
  const granted = new Set(splitScopes(tokens.scope))
  const [may, mayNot] = [true, false].map((wanted) =>
    Object.keys(scopes).filter((field) => granted.has(scopes[field] ?? '') === wanted),
  )
  if (!may?.length) {
    throw new AuthError(
      'AccessDenied',
      `Nothing that tells who the person is was granted at ${provider.name}`,
      {
        provider: provider.id,
        field: 'scope',
      },
    )
  }
  url.searchParams.set(parameter, may.join(','))
  return mayNot ?? []
}

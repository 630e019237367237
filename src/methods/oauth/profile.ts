import type { IDToken } from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { at } from '../../description/json-path.ts'
import { AuthError } from '../../errors.ts'
import type { Profile, TokenSet } from '../../types/models.ts'
import { providerFetch } from './authorization-server.ts'
import { handlerTools, runHandler } from './endpoint-handler.ts'
import type { Exchanged } from './exchange.ts'
import { openIdCode } from './open-id.ts'
import type { PlatformClient } from './platform-client.ts'
import { parseObject } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { jwtClaims } from './unverified-jwt.ts'
import { plainUserinfo } from './userinfo.ts'

/** The platform's own description of the person, from wherever the provider says that it is. */
export async function fetchProfile(
  context: Context,
  platform: PlatformClient,
  { tokens, claims }: Exchanged,
  params: URLSearchParams,
): Promise<Profile> {
  const { provider } = platform
  const profile = await source(context, platform, tokens, claims)
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) {
    throw new AuthError('ProfileInvalid', `${provider.name} sent no profile`, {
      provider: provider.id,
    })
  }
  const { subject, callbackProfile, photo } = provider.dialect
  if (subject && at(profile, subject.profile) === undefined) {
    throw new AuthError(
      'ProfileInvalid',
      `The profile of ${provider.name} does not say whose it is`,
      {
        provider: provider.id,
        field: subject.profile,
        hint: `\`${subject.profile}\` is missing: the person declined the scope that it needs, or \`userinfo\` was overridden.`,
      },
    )
  }
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
  const send = providerFetch(context, provider)
  const picture = await photo?.fetch(send, tokens, provider.authorizationParams.scope)
  return { ...profile, ...(sent && { user: sent }), ...(picture && { picture }) }
}

async function source(
  context: Context,
  platform: PlatformClient,
  tokens: TokenSet,
  claims: IDToken | undefined,
): Promise<Profile> {
  const { provider, server } = platform
  if (claims && provider.idToken !== false) return { ...claims }
  if (provider.userinfo.request) {
    return runHandler(provider, 'userinfo', provider.userinfo.request, {
      tokens,
      ...handlerTools(context, provider),
    })
  }
  if (claims) return (await openIdCode(provider)).fetchUserinfo(platform, tokens, claims)
  if (!server.userinfo_endpoint) return fromTokens(provider, tokens)
  return plainUserinfo(context, provider, server.userinfo_endpoint, tokens)
}

function fromTokens(provider: ResolvedOAuth, tokens: TokenSet): Profile {
  if (provider.dialect.profile === 'tokens') return { ...tokens }
  // Received from the token endpoint itself, over TLS: OpenID Connect Core §3.1.3.7, step 6. It must be for us.
  const claims = jwtClaims(tokens.id_token)
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

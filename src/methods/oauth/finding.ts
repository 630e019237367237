import type { IDToken } from 'oauth4webapi'
import { AuthError } from '../../errors.ts'
import { hasLookAlikes } from '../../http/look-alikes.ts'
import { isWellFormed, lowerAscii } from '../../http/well-formed-text.ts'
import type { Profile, TokenSet, User } from '../../types/models.ts'
import type { Finding } from '../method.ts'
import { runHandler } from './endpoint-handler.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Turns a platform's profile and tokens into a finding; refuses one that does not say who the person is. */
export async function createFinding(
  provider: ResolvedOAuth,
  profile: Profile,
  tokens: TokenSet,
  claims?: IDToken,
): Promise<Finding> {
  const described = await describePerson(provider, profile, tokens)
  const { id, emailVerified, ...rest } = described
  const kept = (await runHandler(provider, 'account', provider.account, tokens)) ?? {}
  const verified = typeof emailVerified === 'boolean' ? emailVerified : unsaid(provider)
  return {
    provider,
    providerAccountId: accountId(provider, id),
    user: {
      ...rest,
      name: textOrNull(rest.name),
      image: textOrNull(rest.image),
      email: emailAddress(rest.email),
    },
    profile,
    tokens,
    kept: Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    ...(verified !== undefined && { emailVerified: verified }),
    ...proof(claims),
  }
}

/** A tenant's administrator can write any address into it: where all tenants may come, an address that nobody vouches for is unproven. */
function unsaid({ dialect, issuer, wellKnown }: ResolvedOAuth): false | undefined {
  const isShared = /\/(common|organizations)(\/|$)/.test(issuer ?? wellKnown ?? '')
  return dialect.tenant && isShared ? false : undefined
}

/** The methods and time by which the platform knew the person, if its id token says so; otherwise that it did (`fed`). */
function proof(claims: IDToken | undefined): Pick<Finding, 'amr' | 'authTime'> {
  const amr: unknown = claims?.amr
  const authTime = claims?.auth_time
  // Its second factor is not ours: a user whose account there was taken over is asked here all the same.
  const words = Array.isArray(amr)
    ? amr.filter((word) => typeof word === 'string' && word !== 'mfa')
    : []
  return {
    amr: words.length > 0 ? words.slice(0, 10) : ['fed'],
    // In fractions too: a moment that is left out counts as now.
    ...(typeof authTime === 'number' && { authTime: Math.floor(authTime) }),
  }
}

/** A profile is a stranger's JSON: where a text is expected there may be anything, even a query for a database. */
function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && isWellFormed(value) ? value : null
}

/** RFC 5322 §3.2.3 without quotes, comments and lists; letters of any language may be in both halves (RFC 6531). */
const plainAddress = /^[^\s@,;:<>()[\]\\"]+@[\p{L}\p{N}\p{M}.-]+$/u

/** One e-mail address that every mail server reads as it is written, or none. */
function emailAddress(value: unknown): string | null {
  const address = lowerAscii(textOrNull(value)?.trim() ?? '')
  return plainAddress.test(address) && !hasLookAlikes(address) ? address : null
}

async function describePerson(
  provider: ResolvedOAuth,
  profile: Profile,
  tokens: TokenSet,
): Promise<User & { emailVerified?: unknown }> {
  let described: unknown
  try {
    described = await provider.profile(profile, tokens)
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError('ProfileInvalid', `profile() of ${provider.id} failed`, {
      provider: provider.id,
      hint: 'The profile does not have the form that `profile()` expects; `cause` says where.',
      cause,
    })
  }
  if (typeof described === 'object' && described !== null) return described
  throw new AuthError('ProfileInvalid', `profile() of ${provider.id} returned no user`, {
    provider: provider.id,
  })
}

/** Values that careless conversions make of a missing id. */
const invalidIds = new Set(['', 'undefined', 'null', 'NaN', '[object Object]'])

function accountId(provider: ResolvedOAuth, id: unknown): string {
  const text =
    typeof id === 'string' ||
    typeof id === 'bigint' ||
    (typeof id === 'number' && Number.isSafeInteger(id))
      ? String(id)
      : ''
  if (!invalidIds.has(text.trim()) && text.length <= 1000 && isWellFormed(text)) return text
  throw new AuthError('ProfileInvalid', `The profile from ${provider.name} has no usable id`, {
    provider: provider.id,
    field: 'profile.id',
  })
}

import type { Code, Grant, Token } from './records.ts'
import type { EmulatorContext } from './types.ts'

/** Stores a code for `seconds`. */
export function keepCode(
  context: EmulatorContext,
  code: string,
  facts: Omit<Code, 'expires' | 'grant'>,
  seconds: number,
): void {
  context.state.codes.set(code, { ...facts, expires: context.clock.now() + seconds * 1000 })
}

/**
 * Uses up a code and makes a grant of it. A second use revokes the tokens of the first
 * (RFC 6749 §4.1.2). Undefined if the code is used, unknown, expired, or another client's.
 */
export function redeemCode(
  context: EmulatorContext,
  platform: string,
  client_id: string,
  code: string,
): { code: Code; grant: Grant } | undefined {
  const found = context.state.codes.get(code)
  if (!found || found.platform !== platform || found.client_id !== client_id) return undefined
  if (found.grant) {
    revokeGrant(context, found.grant)
    return undefined
  }
  if (found.expires <= context.clock.now()) return undefined
  const grant: Grant = {
    id: context.random.uuid(),
    platform,
    client_id,
    persona: found.persona,
    scopes: found.scopes,
    details: found.details,
    at: context.clock.now(),
    revoked: false,
  }
  context.state.codes.set(code, { ...found, grant: grant.id })
  context.state.grants.set(grant.id, grant)
  return { code: found, grant }
}

/** Stores a token for `seconds`. */
export function keepToken(
  context: EmulatorContext,
  token: string,
  facts: Omit<Token, 'expires' | 'spent'>,
  seconds: number,
): void {
  const expires = context.clock.now() + seconds * 1000
  context.state.tokens.set(token, { ...facts, expires, spent: false })
}

/** A token that is valid now, with its grant. */
export function findToken(
  context: EmulatorContext,
  platform: string,
  kind: Token['kind'],
  token: string,
): { token: Token; grant: Grant } | undefined {
  const found = context.state.tokens.get(token)
  if (!found || found.platform !== platform || found.kind !== kind) return undefined
  const grant = context.state.grants.get(found.grant ?? '')
  if (!grant || grant.revoked || found.spent || found.expires <= context.clock.now())
    return undefined
  return { token: found, grant }
}

/** Invalidates one token, and no other of its grant. */
export function spendToken(context: EmulatorContext, token: string): void {
  const found = context.state.tokens.get(token)
  if (found) context.state.tokens.set(token, { ...found, spent: true })
}

/** Revokes a grant, and with it all of its tokens. */
export function revokeGrant(context: EmulatorContext, id: string): void {
  const grant = context.state.grants.get(id)
  if (grant) context.state.grants.set(id, { ...grant, revoked: true })
}

/** The scopes that a person allows an application, over all their live grants. */
export function scopesAllowed(
  context: EmulatorContext,
  platform: string,
  client_id: string,
  persona: string,
): ReadonlySet<string> {
  const live = [...context.state.grants.values()].filter(
    (grant) =>
      grant.platform === platform &&
      grant.client_id === client_id &&
      grant.persona === persona &&
      !grant.revoked,
  )
  return new Set(live.flatMap((grant) => grant.scopes))
}

/** Counts a call in a sliding window; false if it exceeds the limit. */
export function withinLimit(
  context: EmulatorContext,
  key: string,
  limit: number,
  seconds: number,
): boolean {
  const now = context.clock.now()
  const recent = (context.state.hits.get(key) ?? []).filter((at) => at > now - seconds * 1000)
  if (recent.length >= limit) return false
  context.state.hits.set(key, [...recent, now])
  return true
}

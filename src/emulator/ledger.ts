import type { Code, Grant, Token } from './records.ts'
import type { World } from './types.ts'

/** Writes a code down, for `seconds`. */
export function keepCode(
  world: World,
  code: string,
  facts: Omit<Code, 'expires' | 'grant'>,
  seconds: number,
): void {
  world.state.codes.set(code, { ...facts, expires: world.clock.now() + seconds * 1000 })
}

/**
 * Takes a code for good and makes a grant of it. A code that was used before takes the
 * tokens it had become down with it (RFC 6749 §4.1.2); one that is unknown, expired, or
 * somebody else's yields nothing.
 */
export function redeemCode(
  world: World,
  platform: string,
  client_id: string,
  code: string,
): { code: Code; grant: Grant } | undefined {
  const found = world.state.codes.get(code)
  if (!found || found.platform !== platform || found.client_id !== client_id) return undefined
  if (found.grant) {
    revokeGrant(world, found.grant)
    return undefined
  }
  if (found.expires <= world.clock.now()) return undefined
  const grant: Grant = {
    id: world.random.uuid(),
    platform,
    client_id,
    persona: found.persona,
    scopes: found.scopes,
    details: found.details,
    at: world.clock.now(),
    revoked: false,
  }
  world.state.codes.set(code, { ...found, grant: grant.id })
  world.state.grants.set(grant.id, grant)
  return { code: found, grant }
}

/** Writes a token down, for `seconds`. */
export function keepToken(
  world: World,
  token: string,
  facts: Omit<Token, 'expires' | 'spent'>,
  seconds: number,
): void {
  const expires = world.clock.now() + seconds * 1000
  world.state.tokens.set(token, { ...facts, expires, spent: false })
}

/** A token that is good now, with the grant behind it. */
export function findToken(
  world: World,
  platform: string,
  kind: Token['kind'],
  token: string,
): { token: Token; grant: Grant } | undefined {
  const found = world.state.tokens.get(token)
  if (!found || found.platform !== platform || found.kind !== kind) return undefined
  const grant = world.state.grants.get(found.grant ?? '')
  if (!grant || grant.revoked || found.spent || found.expires <= world.clock.now()) return undefined
  return { token: found, grant }
}

/** Makes a token useless and leaves its siblings alone. */
export function spendToken(world: World, token: string): void {
  const found = world.state.tokens.get(token)
  if (found) world.state.tokens.set(token, { ...found, spent: true })
}

/** Ends a grant and with it every token made of it. */
export function revokeGrant(world: World, id: string): void {
  const grant = world.state.grants.get(id)
  if (grant) world.state.grants.set(id, { ...grant, revoked: true })
}

/** The scopes a person still allows an application, over all their live grants. */
export function scopesAllowed(
  world: World,
  platform: string,
  client_id: string,
  persona: string,
): ReadonlySet<string> {
  const live = [...world.state.grants.values()].filter(
    (grant) =>
      grant.platform === platform &&
      grant.client_id === client_id &&
      grant.persona === persona &&
      !grant.revoked,
  )
  return new Set(live.flatMap((grant) => grant.scopes))
}

/** Counts a hit in a sliding window and tells whether it is still allowed. */
export function withinLimit(world: World, key: string, limit: number, seconds: number): boolean {
  const now = world.clock.now()
  const recent = (world.state.hits.get(key) ?? []).filter((at) => at > now - seconds * 1000)
  if (recent.length >= limit) return false
  world.state.hits.set(key, [...recent, now])
  return true
}

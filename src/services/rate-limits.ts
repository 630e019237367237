import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { rateLimitClient, rateLimitNetwork } from '../http/bare-ip.ts'
import type { Limit } from '../types/config.ts'
import type { LimitTools } from './limit-tools.ts'

/** An attempt at a limited action. */
export interface Attempt {
  /** The account or address that is meant, if there is one. */
  account?: string
  /** The name of a device that has signed in to the account before; see `knownDevice()`. It has an allowance of its own. */
  device?: string | undefined
  /** True if it reaches people who did not ask, as a mail does: then too many attempts from unknown addresses refuse all of these. */
  reachesOthers?: boolean
  /** The group of clients that leaves some of the account's attempts to others. Default: the network that the request comes from. */
  group?: string | undefined
  request: Request
}

/** Counts an attempt and returns how many are left, or refuses it because there were too many. */
export type ConsumeLimit = (kind: string, attempt: Attempt) => Promise<number>

/** The factor by which the limit rises that all clients without a known address share. */
const unknownClientFactor = 10

/**
 * The fraction of its attempts that each account keeps when all clients without a known address exceed their limit together: it slows
 * guessing and locks nobody out.
 */
const pressedFraction = 1 / 5

/** The most of an account's attempts that one network gets: a stranger leaves the rest to the owner, who comes from another. */
const groupFraction = 4 / 5

/**
 * Limits attempts. Each is counted before it is made; otherwise parallel attempts would bypass the limit. A refused client does not use up
 * the attempts of an account, and strangers do not use up those of a device that has signed in to it before.
 */
export function createRateLimits(
  limitOf: (kind: string) => Limit | undefined,
  tools: LimitTools,
): ConsumeLimit {
  // All servers share the limits, if the storage can count; otherwise each process counts for itself.
  const count = async (key: string, seconds: number) =>
    tools.hit(key, seconds) ?? ++tools.windows(key, seconds).uses
  return async (kind, { account, device, reachesOthers = false, request, ...attempt }) => {
    const limit = limitOf(kind)
    if (!limit) return Number.POSITIVE_INFINITY
    const { perAccount, perClient, seconds } = limit
    const hash = account === undefined ? '' : await sha256(account)
    if (device !== undefined) {
      const key = `limit ${kind} device ${device} ${hash}`
      const left = perAccount - (await count(key, seconds))
      if (left < 0) throw tooMany(`${kind}.perAccount`, 'one device', seconds)
      return left
    }
    const client = rateLimitClient(tools.clientIp(request))
    const isUnknown = client === 'unknown'
    if (isUnknown) tools.warnUnknown()
    const most = isUnknown ? perClient * unknownClientFactor : perClient
    const room = most - (await count(`limit ${kind} client ${client}`, seconds))
    const isPressed = room < 0
    if (isPressed && !isUnknown) throw tooMany(`${kind}.perClient`, 'one client', seconds)
    // Without an address and an account, clients cannot be told apart.
    if (isPressed && (account === undefined || reachesOthers)) throw tooManyUnknown(kind, seconds)
    if (account === undefined) return room
    const key = `limit ${kind} account ${hash}`
    const { group = rateLimitNetwork(client) } = attempt
    // Counted first: a network beyond its share uses up no more of the account's attempts.
    const share =
      group === 'unknown'
        ? perAccount
        : partOf(perAccount, groupFraction) - (await count(`${key} ${group}`, seconds))
    if (share < 0) throw tooMany(`${kind}.perAccount`, 'one network at one account', seconds)
    const tries = isPressed ? partOf(perAccount, pressedFraction) : perAccount
    const left = tries - (await count(key, seconds))
    if (left < 0) throw tooMany(`${kind}.perAccount`, 'one account', seconds)
    return Math.min(left, share)
  }
}

function partOf(tries: number, fraction: number): number {
  return Math.max(1, Math.floor(tries * fraction))
}

/** The error of an exceeded limit. The window began with the first attempt, and ends within its length at the latest. */
export function tooMany(limit: string, whom: string, seconds: number, hint?: string): AuthError {
  return new AuthError('RateLimited', `Too many tries (${limit.split('.')[0]}) of ${whom}`, {
    field: `limits.${limit}`,
    retryAfter: seconds,
    hint,
  })
}

function tooManyUnknown(kind: string, seconds: number): AuthError {
  const hint = 'Set `trustHost` behind a proxy, or `clientIp`.'
  return tooMany(`${kind}.perClient`, 'clients whose address is not known', seconds, hint)
}

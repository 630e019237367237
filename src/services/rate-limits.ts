import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { rateLimitClient, rateLimitNetwork } from '../http/bare-ip.ts'
import type { AuthConfig, Limit } from '../types/config.ts'
import type { Awaitable } from '../types/models.ts'

/** Counts one more use of a key in its window and returns the count. */
export type Count = (key: string, seconds: number) => Awaitable<number>

/** Somebody tries something that is limited. */
export interface Attempt {
  /** The account or address that is meant, if there is one. */
  account?: string
  /** The name of a device that has signed in to the account before; see `knownDevice()`. It has an allowance of its own. */
  device?: string | undefined
  /** It reaches somebody who did not ask, as a mail does: then those whose addresses are not known are stopped together. */
  reachesOthers?: boolean
  /** Those who together leave some of the account's tries to others. Default: the network that the request comes from. */
  group?: string | undefined
  request: Request
}

/** Counts one attempt and says how many are left, or refuses it because there were too many. */
export type ConsumeLimit = (kind: string, attempt: Attempt) => Promise<number>

/** All those whose addresses are not known are counted together, with more room. */
const unknownClientFactor = 10

/** When they try too often together, each account gets only this part of its tries: that slows guessing and locks nobody out. */
const pressedFraction = 1 / 5

/** No network gets more than this part of an account's tries: a stranger leaves the rest to the owner, who comes from another. */
const groupFraction = 4 / 5

/**
 * The limits of one application: those that its methods bring, as far as the application does not change them. An attempt is counted
 * before it is made, so that parallel attempts can't get around it. A client that is refused does not use up the attempts of an
 * account, and strangers do not use up those of a device that has signed in to it before.
 */
export function createLimits(
  written: AuthConfig['limits'],
  defaults: Readonly<Record<string, Limit>>,
  tools: LimitTools,
): ConsumeLimit {
  if (written === false) return async () => Number.POSITIVE_INFINITY
  return async (kind, { account, device, reachesOthers = false, request, ...attempt }) => {
    const limit = Object.hasOwn(defaults, kind) ? defaults[kind] : undefined
    if (!limit) throw new TypeError(`No method declares the limit "${kind}"`)
    const { perAccount, perClient, seconds } = { ...limit, ...written?.[kind] }
    const hash = account === undefined ? '' : await sha256(account)
    if (device !== undefined) {
      const key = `limit ${kind} device ${device} ${hash}`
      const left = perAccount - (await tools.count(key, seconds))
      if (left < 0) throw tooMany(`${kind}.perAccount`, 'one device', seconds)
      return left
    }
    const client = rateLimitClient(tools.clientIp(request))
    const isUnknown = client === 'unknown'
    if (isUnknown) tools.warnUnknown()
    const most = isUnknown ? perClient * unknownClientFactor : perClient
    const room = most - (await tools.count(`limit ${kind} client ${client}`, seconds))
    const isPressed = room < 0
    if (isPressed && !isUnknown) throw tooMany(`${kind}.perClient`, 'one client', seconds)
    // Without an address and without an account there is nothing else to tell people apart by.
    if (isPressed && (account === undefined || reachesOthers)) throw tooManyUnknown(kind, seconds)
    if (account === undefined) return room
    const key = `limit ${kind} account ${hash}`
    const { group = rateLimitNetwork(client) } = attempt
    // Counted first: a network that has had its part uses up nothing more.
    const share =
      group === 'unknown'
        ? perAccount
        : partOf(perAccount, groupFraction) - (await tools.count(`${key} ${group}`, seconds))
    if (share < 0) throw tooMany(`${kind}.perAccount`, 'one network at one account', seconds)
    const tries = isPressed ? partOf(perAccount, pressedFraction) : perAccount
    const left = tries - (await tools.count(key, seconds))
    if (left < 0) throw tooMany(`${kind}.perAccount`, 'one account', seconds)
    return Math.min(left, share)
  }
}

function partOf(tries: number, fraction: number): number {
  return Math.max(1, Math.floor(tries * fraction))
}

/** What limits are counted with. */
interface LimitTools {
  count: Count
  clientIp: (request: Request) => string | undefined
  /** Says, once, that the address of a visitor is not known. */
  warnUnknown: () => void
}

/** A refusal. The window began with the first try, so that it ends within its length at the latest. */
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

const most = 50_000

/** Counts in this process, for storages that cannot. What is oldest is forgotten first when there are too many. */
export function createCount(now: () => number): Count {
  const windows = new Map<string, { count: number; until: number }>()
  return (key, seconds) => {
    const known = windows.get(key)
    const open = known && known.until > now() ? known : { count: 0, until: now() + seconds * 1000 }
    open.count++
    windows.delete(key)
    windows.set(key, open)
    for (const [oldest, { until }] of windows) {
      if (until > now() && windows.size <= most) break
      windows.delete(oldest)
    }
    return open.count
  }
}

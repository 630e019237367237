import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { rateLimitClient } from '../http/client-ip.ts'
import type { AuthConfig, Limit } from '../types/config.ts'
import type { Awaitable } from '../types/models.ts'

/** Counts one more use of a key in its window and returns the count. */
export type Count = (key: string, seconds: number) => Awaitable<number>

/** Somebody tries something that is limited. */
export interface Attempt {
  /** The account or address that is meant, if there is one. */
  account?: string
  request: Request
}

/** Counts one attempt, or refuses it because there were too many. */
export type ConsumeLimit = (kind: string, attempt: Attempt) => Promise<void>

/** Everybody whose address is not known counts as one client, with more room. */
const unknownClientFactor = 10

/**
 * The limits of one application: those that its methods bring, as far as the application does not change them. An attempt is counted
 * before it is made, so that parallel attempts can't get around it. A client that is refused does not use up the attempts of an
 * account.
 */
export function createLimits(
  written: AuthConfig['limits'],
  defaults: Readonly<Record<string, Limit>>,
  tools: { count: Count; clientIp: (request: Request) => string | undefined },
): ConsumeLimit {
  if (written === false) return async () => {}
  return async (kind, { account, request }) => {
    const limit = Object.hasOwn(defaults, kind) ? defaults[kind] : undefined
    if (!limit) throw new TypeError(`No method declares the limit "${kind}"`)
    const { perAccount, perClient, seconds } = { ...limit, ...written?.[kind] }
    const client = rateLimitClient(tools.clientIp(request))
    const most = client === 'unknown' ? perClient * unknownClientFactor : perClient
    if ((await tools.count(`limit ${kind} client ${client}`, seconds)) > most) {
      throw client === 'unknown' ? tooManyUnknown(kind) : tooMany(kind, 'one client')
    }
    if (account === undefined) return
    const key = `limit ${kind} account ${await sha256(account)}`
    if ((await tools.count(key, seconds)) > perAccount) throw tooMany(kind, 'one account')
  }
}

function tooMany(kind: string, whom: string, hint?: string): AuthError {
  return new AuthError('RateLimited', `Too many tries (${kind}) of ${whom}`, {
    field: `limits.${kind}`,
    ...(hint && { hint }),
  })
}

function tooManyUnknown(kind: string): AuthError {
  const hint =
    'All visitors count as one client here: set `trustHost` behind a proxy, or `clientIp`.'
  return tooMany(kind, 'clients whose address is not known', hint)
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

import { AuthError } from '../errors.ts'
import { rateLimitClient } from '../http/bare-ip.ts'
import type { AuthConfig, Limit } from '../types/config.ts'
import type { Awaitable } from '../types/models.ts'
import { tooMany } from './rate-limits.ts'

/** Does what a platform is asked for, unless too much of it failed for this client. */
export type LimitFailures = <T>(
  kind: string,
  request: Request,
  work: () => Promise<T>,
) => Promise<T>

/** The failures of each client, and until when they count. */
export type Failures = Map<string, { failures: number; until: number }>

/** Tools that failures are counted with. */
interface FailureTools {
  windows: Failures
  now: () => number
  clientIp: (request: Request) => string | undefined
  /** Counts in the storage, where it can; other servers learn of a failure by it. */
  hit: (key: string, seconds: number) => Awaitable<number> | undefined
}

/** More clients than this are not remembered; the oldest are forgotten first. */
const most = 50_000

/**
 * Limits by failures: what succeeds costs nothing, no statement either, so that an office of any size shares an address. An attempt
 * counts from its beginning and is taken back when it succeeds, so that parallel attempts can't get around it. Clients whose address
 * is not known are let through: they cannot be told apart, and one of them would lock out the others.
 */
export function createFailureLimits(
  written: AuthConfig['limits'],
  defaults: Readonly<Record<string, Limit>>,
  { windows, now, clientIp, hit }: FailureTools,
): LimitFailures {
  function windowOf(key: string, seconds: number): { failures: number; until: number } {
    const known = windows.get(key)
    if (known && known.until > now()) return known
    const fresh = { failures: 0, until: now() + seconds * 1000 }
    windows.delete(key)
    windows.set(key, fresh)
    for (const [oldest, { until }] of windows) {
      if (until > now() && windows.size <= most) break
      windows.delete(oldest)
    }
    return fresh
  }
  return async (kind, request, work) => {
    const limit = Object.hasOwn(defaults, kind) ? defaults[kind] : undefined
    const client = rateLimitClient(clientIp(request))
    if (!limit || written === false || client === 'unknown') return work()
    const { perClient, seconds } = { ...limit, ...written?.[kind] }
    const key = `limit ${kind} client ${client}`
    const window = windowOf(key, seconds)
    if (window.failures >= perClient) throw tooMany(`${kind}.perClient`, 'one client', seconds)
    window.failures++
    try {
      const done = await work()
      window.failures--
      return done
    } catch (thrown) {
      if (isPlatformsFault(thrown)) window.failures--
      else window.failures = Math.max(window.failures, (await hit(key, seconds)) ?? 0)
      throw thrown
    }
  }
}

/** A platform that is down fails everybody. */
function isPlatformsFault(thrown: unknown): boolean {
  if (!(thrown instanceof AuthError)) return false
  return thrown.code === 'PlatformUnreachable' || Number(thrown.platform?.status ?? 0) >= 500
}

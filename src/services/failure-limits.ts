import { rateLimitClient } from '../http/bare-ip.ts'
import type { Limit } from '../types/config.ts'
import type { LimitTools } from './limit-tools.ts'
import { isPlatformsFault } from './platforms-fault.ts'
import { tooMany } from './rate-limits.ts'

/** Runs work at a platform, unless too much of it failed for this client. */
export type LimitFailures = <T>(
  kind: string,
  request: Request,
  work: () => Promise<T>,
) => Promise<T>

/**
 * Limits failures. Success costs nothing, not even a statement: an office of any size may share an address. An attempt counts while it
 * runs, and no longer once it has succeeded; otherwise parallel attempts would bypass the limit. Clients without a known address are not
 * limited: they cannot be told apart, and one of them would lock out the others.
 */
export function createFailureLimits(
  limitOf: (kind: string) => Limit | undefined,
  { windows, clientIp, hit }: LimitTools,
): LimitFailures {
  return async (kind, request, work) => {
    const limit = limitOf(kind)
    const client = rateLimitClient(clientIp(request))
    if (!limit || client === 'unknown') return work()
    const { perClient, seconds } = limit
    const key = `limit ${kind} client ${client}`
    const window = windows(key, seconds)
    if (window.uses >= perClient) throw tooMany(`${kind}.perClient`, 'one client', seconds)
    window.uses++
    try {
      const done = await work()
      window.uses--
      return done
    } catch (thrown) {
      if (isPlatformsFault(thrown)) window.uses--
      else window.uses = Math.max(window.uses, (await hit(key, seconds)) ?? 0)
      throw thrown
    }
  }
}

import { rateLimitClient } from '../http/bare-ip.ts'
import type { Limit } from '../types/config.ts'
import type { LimitTools } from './limit-tools.ts'
import { isPlatformsFault } from './platforms-fault.ts'
import { tooMany } from './rate-limits.ts'

/** Does what a platform is asked for, unless too much of it failed for this client. */
export type LimitFailures = <T>(
  kind: string,
  request: Request,
  work: () => Promise<T>,
) => Promise<T>

/**
 * Limits by failures. Success costs nothing, no statement either: an office of any size may share an address. An attempt counts from its
 * beginning and is taken back when it succeeds; otherwise parallel attempts would get around it. Clients whose address is not known are let
 * through: they cannot be told apart, and one of them would lock out the others.
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

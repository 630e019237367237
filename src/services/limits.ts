import type { AuthConfig, Limit } from '../types/config.ts'
import { createFailureLimits, type LimitFailures } from './failure-limits.ts'
import type { LimitTools } from './limit-tools.ts'
import { type ConsumeLimit, createRateLimits } from './rate-limits.ts'

export { createWindows } from './limit-windows.ts'

/** The limits of one application: the defaults of its methods, with its own changes. */
export function createLimits(
  written: AuthConfig['limits'],
  defaults: Readonly<Record<string, Limit>>,
  tools: LimitTools,
): { consumeLimit: ConsumeLimit; limitFailures: LimitFailures } {
  const limitOf = (kind: string): Limit | undefined => {
    const limit = Object.hasOwn(defaults, kind) ? defaults[kind] : undefined
    if (!limit) throw new TypeError(`No method declares the limit "${kind}"`)
    return written === false ? undefined : { ...limit, ...Object(written)[kind] }
  }
  return {
    consumeLimit: createRateLimits(limitOf, tools),
    limitFailures: createFailureLimits(limitOf, tools),
  }
}

import type { Context } from '../context.ts'

/** Removes expired rows in small batches, at most every ten minutes; no response waits for it. */
export function sweepNowAndThen({ config, services, waitUntil }: Context): void {
  const { storage } = config
  const { memo, logger } = services
  // Whoever signs in meanwhile waits for the same sweep, and a failure is told once.
  const sweep = async () => {
    try {
      await storage?.sweep?.()
    } catch {
      logger.warn('What has expired could not be removed')
    }
  }
  waitUntil(memo('sweep', 600, sweep))
}

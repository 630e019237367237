import type { App } from '../app.ts'
import type { LockedPages } from '../http/locked-pages.ts'
import { isLoopback } from '../http/origin.ts'
import { processWide } from '../stores/process-wide.ts'
import type { AuthConfig } from '../types/config.ts'

/** The shortest time between two lines with the address, in milliseconds. */
const pause = 10_000

/** Writes the inspector's address to the log. */
export interface AddressTeller {
  /** Logs it at the first request, once in a process, however often a development server evaluates the application. */
  first(request: Request): void
  /** Logs it again, when a visitor has no key. */
  again(request: Request): void
}

/** Tells the address, which contains the key, in the log only. */
export function addressTeller(
  { config: { origin }, services: { logger } }: App,
  written: AuthConfig,
  locked: Promise<LockedPages>,
): AddressTeller {
  let toldAt = Number.NEGATIVE_INFINITY
  const say = (line: string) => {
    toldAt = performance.now()
    // It is no warning, but a logger of the application's own has no level for information.
    if (written.logger?.warn) logger.warn(line)
    else console.info(`[portico] ${line}`)
  }
  const lineFor = async (request: Request) => {
    const own = origin && isLoopback(new URL(origin).hostname) ? origin : undefined
    const address = (await locked).address(own ?? new URL(request.url).origin)
    return `Inspector: every step of every sign-in is at ${address}`
  }
  let isFirst = true
  return {
    async first(request) {
      if (!isFirst) return
      isFirst = false
      const line = await lineFor(request)
      processWide(`said ${line}`, () => say(line))
    },
    async again(request) {
      if (performance.now() - toldAt > pause) say(await lineFor(request))
    },
  }
}

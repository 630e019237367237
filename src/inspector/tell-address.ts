import type { App } from '../app.ts'
import type { LockedPages } from '../http/locked-pages.ts'
import { isLoopback } from '../http/origin.ts'
import { processWide } from '../stores/process-wide.ts'
import type { AuthConfig } from '../types/config.ts'

/** The log is left in peace for so many milliseconds after the address was written there. */
const pause = 10_000

/** Writes the inspector's address to the log. */
export interface AddressTeller {
  /** At the first request: once in a process, however often a development server evaluates the application. */
  first(request: Request): void
  /** Tells the address again, when somebody comes without the key. */
  again(request: Request): void
}

/** Tells the address with the key in it, nowhere but in the log. */
export function addressTeller(
  { config: { origin }, services: { logger } }: App,
  written: AuthConfig,
  locked: Promise<LockedPages>,
): AddressTeller {
  let toldAt = Number.NEGATIVE_INFINITY
  const say = (line: string) => {
    toldAt = performance.now()
    // It is no warning; a logger of the application's own has no other way to be told.
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

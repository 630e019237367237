import type { AuthConfig } from '../types/config.ts'

const said = new Set<string>()

/** Logs a warning once, however often a configuration is read. */
export function warnOnce(logger: AuthConfig['logger'], message: string): void {
  if (said.has(message)) return
  said.add(message)
  if (logger?.warn) logger.warn(message)
  else console.warn(`[portico] ${message}`)
}

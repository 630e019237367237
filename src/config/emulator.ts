import { isLoopback } from '../http/origin.ts'
import type { AuthConfig } from '../types/config.ts'
import { configError } from './problems.ts'
import { readUrl } from './url.ts'

/** The practice platform's address; refused wherever a stranger could use it. */
export function readEmulator(
  config: AuthConfig,
  env: Record<string, string | undefined>,
  production: boolean,
): string | undefined {
  const written = config.emulator ?? env.AUTH_EMULATOR
  if (!written) return undefined
  const url = readUrl('emulator', written)
  if (production || !isLoopback(url.hostname)) {
    throw configError(
      'emulator',
      `The emulator at ${url.origin} lets anybody sign in as anybody`,
      'Use it on this machine only, and with NODE_ENV=development.',
    )
  }
  return url.href.replace(/\/$/, '')
}

/** An address of a platform as the emulator plays it: the host becomes the first part of the path. */
export function viaEmulator(emulator: string | undefined, url: URL): URL {
  if (!emulator || isLoopback(url.hostname)) return url
  return new URL(`${emulator}/${url.host}${url.pathname}${url.search}${url.hash}`)
}

import { isLoopback } from './origin.ts'

/** An address of a platform as the emulator plays it: the host becomes the first part of the path. */
export function viaEmulator(emulator: string | undefined, url: URL): URL {
  if (!emulator || isLoopback(url.hostname)) return url
  return new URL(`${emulator}/${url.host}${url.pathname}${url.search}${url.hash}`)
}

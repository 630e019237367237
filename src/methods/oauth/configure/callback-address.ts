import type { AppAddress } from '../../../config/app-address.ts'
import { isLoopback } from '../../../http/origin.ts'
import type { CallbackRules } from '../../../types/dialect.ts'
import type { ResolvedOAuth } from '../resolved.ts'

/** Says what is wrong with a callback address that the platform will refuse, and what to write instead. */
export function callbackProblem(
  provider: Omit<ResolvedOAuth, 'method'>,
  address: string,
): string | undefined {
  const { callback, checkCallback } = provider
  if (!callback && !checkCallback) return undefined
  const url = new URL(address)
  return (callback && broken(callback, url)) ?? checkCallback?.(url)
}

/** The same of the address that follows from the configuration, as far as the application's own address is known. */
export function refusedCallback(
  provider: Omit<ResolvedOAuth, 'method'>,
  { origin, basePath }: Pick<AppAddress, 'origin' | 'basePath'>,
): string | undefined {
  const base = provider.redirectProxyUrl ?? (origin && `${origin}${basePath}`)
  if (!base) return undefined
  const address = `${base}/callback/${provider.id}`
  const problem = callbackProblem(provider, address)
  return problem && `${provider.name} will refuse ${address}: ${problem}`
}

function broken({ http, refuses }: CallbackRules, { protocol, hostname }: URL): string | undefined {
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  const local = isLoopback(hostname)
  if (refuses === 'nameless' && (isNumber || local)) {
    return 'It takes neither a number nor this machine. To develop, use `npx porticojs emulate`.'
  }
  if (refuses === 'localhost' && local && !isNumber) {
    return 'It refuses the name localhost: write http://127.0.0.1, with the port.'
  }
  if (http && protocol !== 'https:' && !(local && http === 'loopback')) {
    return 'It takes addresses with https only.'
  }
  return undefined
}

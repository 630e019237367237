import type { Logger } from '../types/config.ts'
import type { Callbacks } from '../types/hooks.ts'
import { isScript } from './script-url.ts'

/** The longest address that all browsers and servers accept. */
const maxUrlLength = 2048

/** The settings and callback that decide where people may be sent. */
interface RedirectContext {
  readonly config: {
    readonly home: string
    readonly callbacks: Pick<Callbacks, 'redirect'>
    readonly trustedOrigins: readonly string[]
    readonly production: boolean
  }
  readonly services: { readonly logger: Pick<Logger, 'warn'> }
  readonly origin: string
  readonly request: Request
}

/** The address to send a person to afterwards: the requested one if it is allowed, otherwise the application's start page. */
export async function resolveCallbackUrl(
  context: RedirectContext,
  requested: unknown,
): Promise<string> {
  const { config, services, origin } = context
  const home = origin + config.home
  const own = config.callbacks.redirect
  if (own) {
    const url = typeof requested === 'string' ? requested : home.slice(0, -1)
    const chosen = await own({ url, baseUrl: origin, request: context.request })
    const target = typeof chosen === 'string' ? URL.parse(chosen, origin) : null
    if (target && !isScript(target)) return target.href
  }
  const target = safeTarget(requested, origin, config.trustedOrigins)
  // Anybody can write one into a link; in production that is not worth a line.
  if (!target && requested && typeof requested === 'string' && !config.production) {
    const start = requested.slice(0, 100)
    services.logger.warn(`callbackUrl "${start}" is not at ${origin} or in trustedOrigins: ignored`)
  }
  return target ?? home
}

/**
 * The address as it may be sent in a Location header: absolute and normalised, on our own origin or a trusted one. Undefined for everything
 * else: no redirect leads away by accident.
 */
export function safeTarget(
  value: unknown,
  origin: string,
  trusted: readonly string[] = [],
): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxUrlLength) return undefined
  const target = URL.parse(value, origin)
  if (!target || target.username || target.password || !/^https?:$/.test(target.protocol))
    return undefined
  // Percent-encoding makes letters of other alphabets longer, and the address is kept in a cookie.
  if (target.href.length > maxUrlLength) return undefined
  return target.origin === origin || isTrusted(target, trusted) ? target.href : undefined
}

/** True if an address belongs to one of the trusted origins; `https://*.example.com` covers one label or more. */
export function isTrusted(target: URL, trusted: readonly string[]): boolean {
  return trusted.some((pattern) => {
    const [protocol, host = ''] = pattern.split('://')
    if (target.protocol !== `${protocol}:`) return false
    if (!host.startsWith('*.')) return target.host === host
    const labels = target.host.endsWith(host.slice(1)) && target.host.slice(0, 1 - host.length)
    return labels !== false && /^[^.]+(\.[^.]+)*$/.test(labels)
  })
}

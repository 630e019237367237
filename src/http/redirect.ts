/** Browsers and servers agree on nothing beyond this. */
const maxUrlLength = 2048

/**
 * The address as it may be sent in a Location header: absolute and normalised, on our own origin or a trusted one.
 * Undefined for everything else, so that a redirect can never leave by accident.
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
  return target.origin === origin || isTrusted(target, trusted) ? target.href : undefined
}

/** Whether an address belongs to one of the trusted origins; `https://*.example.com` covers one label or more. */
export function isTrusted(target: URL, trusted: readonly string[]): boolean {
  return trusted.some((pattern) => {
    const [protocol, host = ''] = pattern.split('://')
    if (target.protocol !== `${protocol}:`) return false
    return host.startsWith('*.') ? target.host.endsWith(host.slice(1)) : target.host === host
  })
}

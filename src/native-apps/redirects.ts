/** An address that leads back into an app. */
export interface Redirect {
  /** True if it can only reach this app. Another app may claim a scheme, or listen on loopback. */
  readonly isClaimed: boolean
  matches(requested: string): boolean
  /** The source of a Content-Security-Policy that lets a form lead there. */
  readonly source: string
}

/** Schemes that have a meaning to browsers or systems; no app owns them. */
const taken =
  /^(about|blob|chrome|content|data|file|filesystem|ftp|http|https|intent|javascript|mailto|sms|tel|vbscript|view-source|ws|wss):/

const customScheme = /^([a-z][a-z0-9+.-]*:)\/[\x21-\x7e]*$/

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(\/[\x21-\x7e]*)$/

const requestedLoopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})(\/.*)$/

/** Reads a configured address; undefined if it is not allowed. */
export function readRedirect(written: string): Redirect | undefined {
  if (/[#?@\\%*]/.test(written)) return undefined
  const [, host, path] = loopback.exec(written) ?? []
  if (host !== undefined) return loopbackRedirect(host, path ?? '')
  const matches = (requested: string) => requested === written
  if (written.startsWith('https://'))
    return isWritten(written) ? { isClaimed: true, matches, source: 'https:' } : undefined
  const scheme = customScheme.exec(written)?.[1]
  if (scheme === undefined || taken.test(scheme)) return undefined
  return { isClaimed: false, matches, source: scheme }
}

/** True if browsers would not rewrite an address: one that they rewrite leads elsewhere than it seems. */
function isWritten(written: string): boolean {
  return URL.parse(written)?.href === written
}

/** RFC 8252 §7.3: an app cannot know which port the system gives it. */
function loopbackRedirect(host: string, path: string): Redirect {
  return {
    isClaimed: false,
    matches(requested) {
      const [, itsHost, port, itsPath] = requestedLoopback.exec(requested) ?? []
      return itsHost === host && itsPath === path && Number(port) <= 65_535
    },
    // A policy cannot express an IPv6 address, and no port is known before a request.
    source: 'http:',
  }
}

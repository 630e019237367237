import { encode } from '../crypto/runtime.ts'
import { type Cookie, isRepeated, readWhole } from '../http/cookies.ts'

/** The form of Better Auth's session cookie: its names, and the secrets that sign it. */
export interface TheirCookie {
  /** Names that the application chose, besides the usual ones. */
  readonly names: readonly string[]
  readonly secrets: readonly string[]
  readonly domain: string | undefined
}

const usualNames: readonly string[] = [
  '__Secure-better-auth.session_token',
  'better-auth.session_token',
]

/** Cookies beside the session's, which mean nothing without it. */
const companions = ['session_data', 'account_data', 'dont_remember']

/**
 * The value of the session cookie. Over https, only names that the browser protects (`__Secure-`) count, and those that the application
 * chose. A cookie that is there twice does not count: a neighbouring domain may have set one.
 */
export function findCookie(
  header: string,
  secure: boolean,
  { names }: TheirCookie,
): string | undefined {
  const usual = usualNames.filter((name) => name.startsWith('__Secure-') === secure)
  for (const name of [...names, ...usual]) {
    const value = readWhole(header, name)
    if (value && !isRepeated(header, name)) return value
  }
  return undefined
}

/** The token in a cookie, if one of the secrets signed it: `token.signature`, percent-encoded, HMAC-SHA256 in base64. */
export async function signedToken(
  value: string,
  { secrets }: TheirCookie,
): Promise<string | undefined> {
  const decoded = decode(value)
  const dot = decoded.lastIndexOf('.')
  const token = decoded.slice(0, dot)
  const signature = fromBase64(decoded.slice(dot + 1))
  if (dot < 1 || !signature) return undefined
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['verify'])
    if (await crypto.subtle.verify('HMAC', key, signature, encode(token))) return token
  }
  return undefined
}

/** The cookies that remove those of Better Auth. */
export function clearCookies(
  clear: (name: string) => readonly Cookie[],
  { names, domain }: TheirCookie,
): Cookie[] {
  const all = [...names, ...usualNames].flatMap((name) => [
    name,
    ...companions.map((companion) => name.replace('session_token', companion)),
  ])
  return [...new Set(all)].flatMap(clear).map((cookie) => ({
    ...cookie,
    options: { ...cookie.options, ...(domain && { domain }) },
  }))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/** Decodes 32 bytes of standard base64; undefined for anything else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w+/]{43}=$/.test(text) || text.includes('_')) return undefined
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

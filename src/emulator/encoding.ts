const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The spelling of a PKCE challenge: RFC 7636 says base64url, some platforms say hex. */
export type ChallengeEncoding = 'base64url' | 'hex'

/** The S256 challenge of a verifier. */
export async function codeChallenge(
  verifier: string,
  encoding: ChallengeEncoding,
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(verifier)))
  return encoding === 'hex' ? toHex(digest) : toBase64url(digest)
}

/** HMAC-SHA256 of a text, in hex. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text))))
}

/** The CSP source that allows exactly this inline text. */
export async function cspHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text)))
  return `'sha256-${toBase64(digest)}'`
}

/** Bytes or text as base64url without padding. */
export function toBase64url(data: Uint8Array | string): string {
  const base64 = toBase64(typeof data === 'string' ? bytes(data) : data)
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes of base64url text; undefined if it is not base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  const binary = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  return binary === undefined
    ? undefined
    : Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** The bytes of base64 text, one character each; undefined if it is malformed. */
export function fromBase64(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    return undefined
  }
}

/** Form-encodes a query, and escapes `*` too, as recorded callbacks do. */
export function encodeQuery(parameters: Readonly<Record<string, string>>): string {
  const encode = (text: string): string =>
    encodeURIComponent(text)
      .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+')
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

/** JSON that writes a `bigint` with all its digits, as platforms with 64-bit numbers do. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`).join(',')}}`
}

/** Parses JSON; undefined if it is malformed. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toBase64(data: Uint8Array): string {
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
}

function toHex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

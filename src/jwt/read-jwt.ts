import { decode, fromBase64url, toBase64url } from '../crypto/runtime.ts'
import { jwtError } from './jwt-error.ts'

/** The parts of a token, none of them verified. */
export interface ReadJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** The text that was signed. */
  readonly signed: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Longer tokens do not fit into a header. */
const maxLength = 16_384

/** Takes a compact JWT apart (RFC 7515 §7.1). Each part has one spelling: base64url without padding. */
export function readJwt(token: string): ReadJwt {
  const parts = typeof token === 'string' && token.length <= maxLength ? token.split('.') : []
  const [head, body, signature] = parts.map(bytesOf)
  if (parts.length !== 3 || !head || !body || !signature) throw malformed()
  const [first, second] = parts
  return {
    header: objectOf(head),
    payload: objectOf(body),
    signed: `${first}.${second}`,
    signature,
  }
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = fromBase64url(part)
  return bytes && toBase64url(bytes) === part ? bytes : undefined
}

function objectOf(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decode(bytes))
  } catch {
    // The error would quote the token.
    throw malformed()
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.assign(Object.create(null), value)
  throw malformed()
}

function malformed() {
  return jwtError('Malformed', 'The token is no JWT')
}

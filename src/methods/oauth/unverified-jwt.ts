import { decode, fromBase64url } from '../../crypto/runtime.ts'
import { type Answer, parseObject } from './platform-response.ts'

/** The claims of a JWT, not verified; undefined when it is none. */
export function jwtClaims(jwt: unknown): Answer | undefined {
  return part(jwt, 1)
}

/** The header of a JWT, not verified. */
export function jwtHeader(jwt: unknown): Answer | undefined {
  return part(jwt, 0)
}

function part(jwt: unknown, index: number): Answer | undefined {
  const text = typeof jwt === 'string' ? jwt.split('.')[index] : undefined
  const bytes = text ? fromBase64url(text) : undefined
  try {
    return bytes && parseObject(decode(bytes))
  } catch {
    return undefined
  }
}

import { encode } from '../crypto/runtime.ts'
import { jwtError } from './jwt-error.ts'
import { readJwt } from './read-jwt.ts'
import { type FindKey, remoteKeys } from './remote-keys.ts'

/** The options of `jwtVerifier()`. */
export interface JwtVerifierOptions {
  /** The issuer (`iss`): the address of Portico's routes, such as `https://app.example.com/api/auth`. */
  issuer: string
  /** The name of this service (`aud`), as it stands in `audience` of `Jwt()`. */
  audience: string
  /** The address of the keys. Default: `/jwks` below the issuer. */
  jwksUri?: string
  /** The seconds by which clocks may differ; at most a minute. Default 5. */
  clockTolerance?: number
  /** Fetches the keys. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** The current time in milliseconds. Default `Date.now`. */
  now?: () => number
}

/** The claims of a valid token. */
export interface VerifiedClaims {
  readonly iss: string
  readonly aud: string | readonly string[]
  /** The id of the user. */
  readonly sub: string
  readonly exp: number
  readonly iat: number
  readonly jti?: string
  /** Identifies the session among the user's. */
  readonly sid?: string
  /** The user's authentication methods (RFC 8176). */
  readonly amr?: readonly string[]
  /** The time of the authentication, in seconds since 1970. */
  readonly auth_time?: number
  readonly [claim: string]: unknown
}

/** Verifies a token; rejects with a `JwtError`. */
export type VerifyJwt = (token: string) => Promise<VerifiedClaims>

/** Makes the function that verifies tokens of one issuer for one audience. */
export function createVerify(options: JwtVerifierOptions): VerifyJwt {
  const { issuer, audience, clockTolerance = 5, now = Date.now } = options
  if (!issuer || !URL.canParse(issuer)) throw new TypeError('jwtVerifier() needs `issuer`')
  if (!audience) throw new TypeError('jwtVerifier() needs `audience`')
  if (!(clockTolerance >= 0 && clockTolerance <= 60))
    throw new TypeError('`clockTolerance` is a number of seconds up to 60')
  const {
    jwksUri = `${issuer.replace(/\/$/, '')}/jwks`,
    fetch = (input, init) => globalThis.fetch(input, init),
  } = options
  const findKey = remoteKeys({ jwksUri, fetch, now })
  return async (token) => {
    const { header, payload, signed, signature } = readJwt(token)
    await verifySignature(findKey, header, signed, signature)
    assertDates(payload, now() / 1000, clockTolerance)
    const { iss, sub, aud } = payload
    if (iss !== issuer) throw jwtError('WrongIssuer', 'Another issuer made the token')
    const audiences = Array.isArray(aud) ? aud : [aud]
    if (!audiences.every((one) => typeof one === 'string') || !audiences.includes(audience))
      throw jwtError('WrongAudience', 'The token is for another service')
    if (typeof sub !== 'string' || sub === '')
      throw jwtError('Malformed', 'The token is about nobody')
    return payload as VerifiedClaims
  }
}

/** Verifies the signature of a token, before any of its claims is read. */
async function verifySignature(
  findKey: FindKey,
  { typ, kid, alg, crit, b64 }: Readonly<Record<string, unknown>>,
  signed: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<void> {
  // RFC 9068 §4: another kind of token of the same issuer is no access token.
  if (typeof typ !== 'string' || !/^(application\/)?at\+jwt$/i.test(typ))
    throw jwtError('Unsupported', 'The token is not an access token (typ at+jwt)')
  // RFC 7515 §4.1.11: no extension is understood here.
  if (crit !== undefined || b64 !== undefined)
    throw jwtError('Unsupported', 'The token demands extensions')
  if (typeof kid !== 'string') throw jwtError('UnknownKey', 'The token names no key')
  const key = await findKey(kid)
  if (!key) throw jwtError('UnknownKey', 'The issuer does not publish the key of the token')
  if (alg !== key.alg) throw jwtError('Unsupported', `The key of the token is for ${key.alg}`)
  if (!(await crypto.subtle.verify(key.algorithm, key.key, signature, encode(signed))))
    throw jwtError('WrongSignature', 'The signature is wrong')
}

/** RFC 7519 §4.1.4 to §4.1.6. Dates are numbers; only `nbf` may be absent. */
function assertDates(
  { exp, iat, nbf }: Readonly<Record<string, unknown>>,
  now: number,
  tolerance: number,
): void {
  if (!isDate(exp) || !isDate(iat) || !(nbf === undefined || isDate(nbf)))
    throw jwtError('Malformed', 'A date of the token is missing, or is not a number')
  if (exp + tolerance <= now) throw jwtError('Expired', 'The token has expired')
  if (iat - tolerance > now || (nbf !== undefined && nbf - tolerance > now))
    throw jwtError('NotYet', 'The token is not valid yet')
}

function isDate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

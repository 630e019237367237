/** The reason for refusing a token. */
export type JwtErrorCode =
  | 'Missing'
  | 'Malformed'
  | 'Unsupported'
  | 'UnknownKey'
  | 'WrongSignature'
  | 'WrongIssuer'
  | 'WrongAudience'
  | 'Expired'
  | 'NotYet'
  | 'KeysUnavailable'

/** The error of a token that is refused. */
export interface JwtError extends Error {
  readonly code: JwtErrorCode
  /** 401, or 503 if the keys could not be fetched. */
  readonly status: number
}

/** An error with its reason, and nothing of the token. */
export function jwtError(code: JwtErrorCode, message: string, cause?: unknown): JwtError {
  const status = code === 'KeysUnavailable' ? 503 : 401
  const error = new Error(message, cause === undefined ? {} : { cause })
  return Object.assign(error, { name: 'JwtError', code, status })
}

/** True if an error is a refusal of ours. */
export function isJwtError(thrown: unknown): thrown is JwtError {
  return thrown instanceof Error && thrown.name === 'JwtError'
}

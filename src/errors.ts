/** The answer to an error of one code. */
interface Row {
  /** The HTTP status for programs. */
  status: number
  /** The built-in page that people see. */
  page: 'signin' | 'error'
  /** The advice for the developer. */
  hint: string
}

const table = {
  Configuration: {
    status: 500,
    page: 'error',
    hint: 'Correct what is passed to Auth(); the message says which part.',
  },
  InvalidRequest: {
    status: 400,
    page: 'error',
    hint: 'A part of the request is missing, repeated, too large or malformed.',
  },
  NotFound: {
    status: 404,
    page: 'error',
    hint: 'The message names what is missing.',
  },
  MethodNotAllowed: {
    status: 405,
    page: 'error',
    hint: 'The Allow header lists the methods of this path.',
  },
  CrossSite: {
    status: 403,
    page: 'error',
    hint: 'Send it from the same origin, or include `csrfToken` from GET /csrf. Behind a proxy set AUTH_URL.',
  },
  RateLimited: {
    status: 429,
    page: 'signin',
    hint: 'Raise `limits` only if these were real people.',
  },
  SessionRequired: {
    status: 401,
    page: 'signin',
    hint: 'The request carried no valid session.',
  },
  RecentSignInRequired: {
    status: 403,
    page: 'signin',
    hint: 'The sign-in is too old, or lacks `level`: send the person to `url`.',
  },
  AccessDenied: {
    status: 403,
    page: 'signin',
    hint: 'The person cancelled at the platform, or the `signIn` callback returned false.',
  },
  FlowMissing: {
    status: 400,
    page: 'signin',
    hint: 'No flow cookie belongs to this callback: cookies are blocked, the host name differs (localhost is not 127.0.0.1), http instead of https, or a replay.',
  },
  FlowExpired: {
    status: 400,
    page: 'signin',
    hint: 'A sign-in must finish within ten minutes.',
  },
  CheckFailed: {
    status: 400,
    page: 'signin',
    hint: 'A check of the callback failed: state, issuer, nonce or provider.',
  },
  PlatformError: {
    status: 502,
    page: 'signin',
    hint: '`platform` has its answer.',
  },
  PlatformUnreachable: {
    status: 502,
    page: 'signin',
    hint: 'The platform was not reached, too slow, sent too much, or redirected; see `cause`.',
  },
  ProfileInvalid: {
    status: 502,
    page: 'signin',
    hint: 'The profile has no usable id. Return a text or a number as `id` from `profile()`.',
  },
  OAuthAccountNotLinked: {
    status: 409,
    page: 'signin',
    hint: 'A user with this address exists, and nothing proves that it is the same person.',
  },
  AccountTaken: {
    status: 409,
    page: 'signin',
    hint: 'Another user has the account.',
  },
  AlreadyConnected: {
    status: 409,
    page: 'signin',
    hint: 'Only its tokens were renewed.',
  },
  LastMethod: {
    status: 409,
    page: 'signin',
    hint: 'Removing the last way to sign in locks the person out.',
  },
  Verification: {
    status: 400,
    page: 'signin',
    hint: 'The token is unknown, used, expired, or of another address.',
  },
  EmailInvalid: {
    status: 400,
    page: 'signin',
    hint: 'One plain address is expected: no list, name, quotes or comments.',
  },
  MailFailed: {
    status: 502,
    page: 'signin',
    hint: 'The mail service refused or did not answer; see `platform` or `cause`.',
  },
  CredentialsSignin: {
    status: 401,
    page: 'signin',
    hint: '`authorize` returned null.',
  },
  WebAuthnVerification: {
    status: 400,
    page: 'signin',
    hint: 'The passkey was refused; see `cause`.',
  },
  SignInAgain: {
    status: 401,
    page: 'signin',
    hint: 'The refresh token is gone, expired or refused; only a new sign-in helps.',
  },
  ScopeMissing: {
    status: 403,
    page: 'signin',
    hint: 'Send the person to `url`: the platform asks them for the scope.',
  },
  Unsupported: {
    status: 501,
    page: 'error',
    hint: 'The message says what the storage or provider lacks.',
  },
  StorageConflict: {
    status: 409,
    page: 'signin',
    hint: 'A unique key exists. Portico retries sign-ins itself.',
  },
  StorageError: {
    status: 503,
    page: 'error',
    hint: 'The database refused or did not answer: check that it runs, its address and our rights; see `cause`.',
  },
  Internal: {
    status: 500,
    page: 'error',
    hint: 'An unexpected error; see `cause`.',
  },
} as const

/** The kinds of failure. */
export type AuthErrorCode = keyof typeof table

/** Every kind of failure, with its status, page and hint. */
export const errors: Readonly<Record<AuthErrorCode, Row>> = table

/** Facts that come with an error. None of them is ever a secret. */
export interface AuthErrorDetails {
  provider?: string | undefined
  /** The application's own word for a refusal. It reaches the page, so it may hold only letters, digits, `-` and `_`. */
  reason?: string | undefined
  /** The configuration field, parameter or cookie that was wrong. */
  field?: string | undefined
  /** The environment variable that could provide the missing value. */
  variable?: string | undefined
  /** The platform's own words, as far as it is safe to repeat them. */
  platform?:
    | {
        error: string
        description?: string
        reference?: string
        status?: number
        [fact: string]: string | number | undefined
      }
    | undefined
  /** Advice that is more precise than the code's. */
  hint?: string | undefined
  /** An HTTP status that is more precise than the code's. */
  status?: number | undefined
  /** Seconds after which another try makes sense. */
  retryAfter?: number | undefined
  /** The scopes that the person has not granted. */
  scopes?: readonly string[] | undefined
  /** The address to send the person to, for errors that reach the application's code. */
  url?: string | undefined
  cause?: unknown
}

/** The one error of this library. `code` tells the kind, `message` what was wrong, `hint` what to do. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  declare readonly code: AuthErrorCode
  declare readonly status: number
  declare readonly hint: string
  readonly provider: string | undefined
  readonly field: string | undefined
  /** The environment variable that could provide the missing value. */
  readonly variable: string | undefined
  readonly reason: string | undefined
  readonly platform: AuthErrorDetails['platform']
  /** The scopes that the person has not granted, if some are missing. */
  declare readonly scopes?: readonly string[]
  /** Seconds after which another try makes sense, if known. */
  readonly retryAfter: number | undefined
  /** The address to send the person to: the sign-in page or the error page, with what is safe to say there. */
  readonly url: string | undefined

  constructor(
    code: AuthErrorCode,
    message: string,
    { cause, status, hint, ...facts }: AuthErrorDetails = {},
  ) {
    super(message, cause ? { cause } : {})
    const usual = errors[code]
    Object.assign(this, facts, {
      code,
      status: status ?? usual.status,
      hint: hint ?? usual.hint,
    })
  }
}

/** A copy of the error, with the address to send the person to. */
export function withUrl(error: AuthError, url: string): AuthError {
  const { code, message, cause } = error
  return new AuthError(code, message, { ...error, cause, url })
}

/** Any thrown value as an `AuthError`; another value becomes the cause of an `Internal` one. */
export function toAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const message = thrown instanceof Error ? thrown.message : 'The thrown value is not an Error'
  return new AuthError('Internal', message, { cause: thrown })
}

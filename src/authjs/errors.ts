import { type AuthErrorCode, AuthError as Failure } from '../errors.ts'

/** An error of Auth.js; `type` tells its kind. Where it stands for an `AuthError` of Portico, that is its `cause`. */
export class AuthError extends Error {
  static type = 'AuthError'
  readonly type: string
  readonly kind: 'error' | 'signIn' = 'error'

  constructor(message?: unknown, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : undefined, options ?? causeOf(message))
    this.type = typeOf(new.target)
    this.name = this.type
  }
}

/** An error that the sign-in page shows. */
export class SignInError extends AuthError {
  override readonly kind = 'signIn'
}

/** Refuses a sign-in when `authorize` throws it. `code` reaches the page. */
export class CredentialsSignin extends SignInError {
  static override type = 'CredentialsSignin'
  code = 'credentials'
}

function causeOf(message: unknown): ErrorOptions | undefined {
  return message instanceof Error ? { cause: { err: message } } : undefined
}

/** The type of a class of errors. Each declares it, since bundlers shorten the names of classes. */
function typeOf(made: object): string {
  return 'type' in made && typeof made.type === 'string' ? made.type : 'AuthError'
}

/** A class of errors. */
export interface AuthErrorClass {
  new (message?: unknown, options?: ErrorOptions): AuthError
  readonly type: string
}

function kindOf(type: string, Base: typeof AuthError = AuthError): AuthErrorClass {
  return class extends Base {
    static override type = type
  }
}

export const AccessDenied: AuthErrorClass = kindOf('AccessDenied')
export const AccountNotLinked: AuthErrorClass = kindOf('AccountNotLinked', SignInError)
export const AdapterError: AuthErrorClass = kindOf('AdapterError')
export const CallbackRouteError: AuthErrorClass = kindOf('CallbackRouteError')
export const DuplicateConditionalUI: AuthErrorClass = kindOf('DuplicateConditionalUI')
export const EmailSignInError: AuthErrorClass = kindOf('EmailSignInError', SignInError)
export const ErrorPageLoop: AuthErrorClass = kindOf('ErrorPageLoop')
export const EventError: AuthErrorClass = kindOf('EventError')
export const ExperimentalFeatureNotEnabled: AuthErrorClass = kindOf('ExperimentalFeatureNotEnabled')
export const InvalidCallbackUrl: AuthErrorClass = kindOf('InvalidCallbackUrl')
export const InvalidCheck: AuthErrorClass = kindOf('InvalidCheck')
export const InvalidEndpoints: AuthErrorClass = kindOf('InvalidEndpoints')
export const InvalidProvider: AuthErrorClass = kindOf('InvalidProvider')
export const JWTSessionError: AuthErrorClass = kindOf('JWTSessionError')
export const MissingAdapter: AuthErrorClass = kindOf('MissingAdapter')
export const MissingAdapterMethods: AuthErrorClass = kindOf('MissingAdapterMethods')
export const MissingAuthorize: AuthErrorClass = kindOf('MissingAuthorize')
export const MissingCSRF: AuthErrorClass = kindOf('MissingCSRF', SignInError)
export const MissingSecret: AuthErrorClass = kindOf('MissingSecret')
export const MissingWebAuthnAutocomplete: AuthErrorClass = kindOf('MissingWebAuthnAutocomplete')
export const OAuthAccountNotLinked: AuthErrorClass = kindOf('OAuthAccountNotLinked', SignInError)
export const OAuthCallbackError: AuthErrorClass = kindOf('OAuthCallbackError', SignInError)
export const OAuthProfileParseError: AuthErrorClass = kindOf('OAuthProfileParseError')
export const OAuthSignInError: AuthErrorClass = kindOf('OAuthSignInError', SignInError)
export const SessionTokenError: AuthErrorClass = kindOf('SessionTokenError')
export const SignOutError: AuthErrorClass = kindOf('SignOutError')
export const UnknownAction: AuthErrorClass = kindOf('UnknownAction')
export const UnsupportedStrategy: AuthErrorClass = kindOf('UnsupportedStrategy')
export const UntrustedHost: AuthErrorClass = kindOf('UntrustedHost')
export const Verification: AuthErrorClass = kindOf('Verification')
export const WebAuthnVerificationError: AuthErrorClass = kindOf('WebAuthnVerificationError')

/** Auth.js's classes for our error codes. Other codes keep our names. */
const theirs: Partial<Record<AuthErrorCode, AuthErrorClass>> = {
  AccessDenied,
  AccountTaken: AccountNotLinked,
  CheckFailed: InvalidCheck,
  CredentialsSignin,
  CrossSite: MissingCSRF,
  EmailInvalid: EmailSignInError,
  FlowExpired: InvalidCheck,
  FlowMissing: InvalidCheck,
  MailFailed: EmailSignInError,
  NotFound: UnknownAction,
  OAuthAccountNotLinked,
  PlatformError: OAuthCallbackError,
  PlatformUnreachable: OAuthSignInError,
  ProfileInvalid: OAuthProfileParseError,
  StorageError: AdapterError,
  Verification,
  WebAuthnVerification: WebAuthnVerificationError,
}

/** An error of ours as the one that code written for Auth.js expects; anything else unchanged. */
export function toAuthjsError(thrown: unknown): unknown {
  if (!(thrown instanceof Failure)) return thrown
  const { code, message, reason } = thrown
  const Kind = theirs[code] ?? kindOf(code)
  const error = new Kind(message, { cause: thrown })
  if (error instanceof CredentialsSignin && reason) error.code = reason
  return error
}

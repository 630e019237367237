import { openId as method } from './methods/open-id/part.ts'
import type { AnyPart } from './types/part.ts'

export type {
  Outcome,
  RequireOptions,
  SignInOptions,
  SignOutOptions,
} from './actions/server-actions.ts'
export { Auth } from './auth.ts'
export {
  defineProvider,
  type Platform,
  type ProfileMap,
  type ProviderFunction,
  type VariableOptions,
} from './define-provider.ts'
export { AuthError, type AuthErrorCode, type AuthErrorDetails } from './errors.ts'
export type { GuestProvider } from './guests/provider.ts'
export type { Cookie } from './http/cookies.ts'
export type { AccessTokens, TokenOptions } from './identity/access-tokens.ts'
export type { AccountChoice } from './identity/account-tokens.ts'
export type { Accounts, ConnectedAccount } from './identity/accounts.ts'
export type { OpenSession, OpenSessions } from './identity/open-sessions.ts'
export type { UserManagement } from './identity/user-management.ts'
export type { Users } from './identity/users.ts'
export type { AuthInstance, SessionOptions } from './instance/auth-instance.ts'
export type { EmailProvider } from './methods/email/provider.ts'
export type { WebAuthnProvider } from './passkeys/provider.ts'
export type { PasswordProvider } from './password/provider.ts'
export type { HandlerOptions } from './router/serve.ts'
export type { BuiltInProviderType, OAuthProviderType } from './types/built-in-providers.ts'
export type {
  AuthConfig,
  InheritedSessions,
  KyselyInstance,
  Limit,
  Limits,
  Logger,
  Pages,
  TrustedOrigin,
} from './types/config.ts'
export type {
  CredentialInput,
  CredentialsConfig,
} from './types/credentials.ts'
export type {
  CallbackRules,
  Dialect,
  EndSession,
  PlatformFacts,
  Provides,
  Revocation,
  Variable,
  WebhookDelivery,
  WebhookEvent,
} from './types/dialect.ts'
export type {
  EmailConfig,
  EmailText,
  EmailUserConfig,
  Mail,
  MailText,
  OutgoingMail,
  SendMail,
  VerificationRequest,
} from './types/email.ts'
export type {
  GuestCalls,
  GuestConfig,
  GuestMerge,
  Guests,
  GuestText,
  GuestUserConfig,
} from './types/guest.ts'
export type { Callbacks, Events, HookContext, UserEvent } from './types/hooks.ts'
export type { Language, PageText, Problem, Translation } from './types/language.ts'
export type {
  Account,
  Actor,
  Awaitable,
  DefaultJWT,
  DefaultSession,
  DefaultUser,
  JsonValue,
  JWT,
  Level,
  Profile,
  Session,
  TokenSet,
  User,
} from './types/models.ts'
export type { AnyPart } from './types/part.ts'
export type {
  PasswordCalls,
  PasswordChange,
  PasswordConfig,
  Passwords,
  PasswordText,
  PasswordUserConfig,
} from './types/password.ts'
export type {
  AccountCallback,
  AppProvider,
  AuthorizationEndpointHandler,
  AuthorizationParameters,
  OAuth2Config,
  OAuthChecks,
  OAuthConfig,
  OAuthConfigInternal,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCConfigInternal,
  OIDCUserConfig,
  ProfileCallback,
  Provider,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './types/provider.ts'
export type {
  NamedPlatform,
  NamespacesOf,
  ProfileOf,
  ProviderId,
  ProviderOptions,
  TypedProvider,
} from './types/provider-function.ts'
export type {
  CommonProviderOptions,
  CredentialsProviderType,
  CustomConfig,
  EmailProviderType,
  ProviderType,
  RedirectableProviderType,
  WebAuthnProviderType,
} from './types/provider-type.ts'
export type {
  AuditEntry,
  Authenticator,
  Storage,
  StorageSettings,
  StoredAccount,
  StoredSession,
  StoredUser,
  VerificationToken,
} from './types/storage.ts'
export type { Theme } from './types/theme.ts'
export type {
  OwnPasskey,
  PasskeyCalls,
  Passkeys,
  PasskeyText,
  RelayingParty,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from './types/webauthn.ts'
export type { RequestSource, UserById, Who } from './types/who.ts'

/**
 * The code of OpenID Connect, which providers bring along. If the application is bundled for browsers or workers, a plain object with
 * `type: 'oidc'` names it as its `method`.
 */
export const openId: AnyPart = method

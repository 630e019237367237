export { Auth, type AuthInstance } from './auth.ts'
export {
  defineProvider,
  type Platform,
  type ProfileMap,
  type ProviderFunction,
} from './define-provider.ts'
export { AuthError, type AuthErrorCode } from './errors.ts'
export type { OwnPasskey } from './identity/passkeys.ts'
export type { BuiltInProviderType, OAuthProviderType } from './providers/index.ts'
export type {
  AuthConfig,
  Callbacks,
  Events,
  HookContext,
  Limit,
  Limits,
  Logger,
  Pages,
} from './types/config.ts'
export type {
  CredentialInput,
  CredentialsConfig,
} from './types/credentials.ts'
export type { Dialect, PlatformFacts, Provides, Revocation, Variable } from './types/dialect.ts'
export type {
  EmailConfig,
  EmailUserConfig,
  Mail,
  MailText,
  VerificationRequest,
} from './types/email.ts'
export type { Language, PageText, Problem } from './types/language.ts'
export type { Account, JWT, Profile, Session, TokenSet, User } from './types/models.ts'
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
  ProfileOf,
  Provider,
  TokenEndpointHandler,
  TypedProvider,
  UserinfoEndpointHandler,
} from './types/provider.ts'
export type {
  CommonProviderOptions,
  CredentialsProviderType,
  EmailProviderType,
  ProviderType,
  RedirectableProviderType,
  WebAuthnProviderType,
} from './types/provider-type.ts'
export type { Storage, StoredAccount, StoredSession, StoredUser } from './types/storage.ts'
export type { Theme } from './types/theme.ts'
export type { RelayingParty, WebAuthnConfig, WebAuthnUserConfig } from './types/webauthn.ts'

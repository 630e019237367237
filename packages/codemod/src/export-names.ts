import type { newModule } from './module-names.ts'

/** The module of an export after the move, and its name there. */
export interface Export {
  readonly module: string
  readonly name: string
}

/** Types that have another name in `porticojs`. */
const renamedTypes: Readonly<Record<string, string>> = {
  Adapter: 'Storage',
  AdapterAccount: 'StoredAccount',
  AdapterAccountType: 'ProviderType',
  AdapterAuthenticator: 'Authenticator',
  AdapterSession: 'StoredSession',
  AdapterUser: 'StoredUser',
  CallbacksOptions: 'Callbacks',
  EmailProviderSendVerificationRequestParams: 'VerificationRequest',
  EventCallbacks: 'Events',
  LoggerInstance: 'Logger',
  PagesOptions: 'Pages',
  SendVerificationRequestParams: 'VerificationRequest',
}

/** Types that `porticojs` exports under the same name. */
const keptTypes: ReadonlySet<string> = new Set([
  'Account',
  'AccountCallback',
  'AppProvider',
  'AuthorizationEndpointHandler',
  'Awaitable',
  'BuiltInProviderType',
  'CommonProviderOptions',
  'CredentialInput',
  'CredentialsConfig',
  'CredentialsProviderType',
  'DefaultJWT',
  'DefaultSession',
  'DefaultUser',
  'EmailConfig',
  'EmailProviderType',
  'EmailUserConfig',
  'OAuth2Config',
  'OAuthChecks',
  'OAuthConfig',
  'OAuthEndpointType',
  'OAuthProviderButtonStyles',
  'OAuthProviderType',
  'OAuthUserConfig',
  'OIDCConfig',
  'OIDCConfigInternal',
  'OIDCUserConfig',
  'Profile',
  'ProfileCallback',
  'Provider',
  'ProviderType',
  'RedirectableProviderType',
  'RelayingParty',
  'Session',
  'Theme',
  'TokenEndpointHandler',
  'TokenSet',
  'User',
  'UserinfoEndpointHandler',
  'VerificationToken',
  'WebAuthnConfig',
  'WebAuthnProviderType',
])

/** Exports that another one of the same module replaces. Files keep the old name locally. */
const renamed: Readonly<Record<string, string>> = {
  TypeORMLegacyAdapter: 'TypeORMAdapter',
  unstable_getServerSession: 'getServerSession',
}

/** Doors without types of their own, which are in `porticojs`, and the names that are in `porticojs/authjs`. */
const bareDoors: ReadonlySet<string> = new Set([
  'porticojs/authjs/express',
  'porticojs/authjs/sveltekit',
])
const shared: ReadonlySet<string> = new Set(['AuthError', 'CredentialsSignin', 'customFetch'])

/** Exports without a successor: internals of Auth.js. */
const gone: ReadonlySet<string> = new Set([
  'CookieOption',
  'EventType',
  'GetSessionResult',
  'JWTOptions',
  'NextMiddlewareWithAuth',
  'OutgoingResponse',
  'RequestInternal',
  'Secret',
  'WithAuthArgs',
  '__NEXTAUTH',
])

/** The export that replaces one of Auth.js; undefined if there is none. */
export function newExport(
  { kind, name: module }: NonNullable<ReturnType<typeof newModule>>,
  name: string,
  isVersion4 = false,
): Export | undefined {
  // Users of version 4 always have an id.
  if (isVersion4 && module === 'porticojs/next-auth' && name === 'User') {
    return { module, name: 'UserWithId' }
  }
  // Version 4 exports it from `next-auth/next`, too.
  if (name === 'default') {
    return kind === 'types' ? undefined : { module: module.replace(/\/next$/, ''), name }
  }
  if (kind === 'types' && name === 'AuthConfig') return { module: 'porticojs/authjs', name }
  if (kind === 'types' || kind === 'provider') return ownType(name)
  if (bareDoors.has(module)) {
    if (shared.has(name)) return { module: 'porticojs/authjs', name }
    if (ownType(name)) return ownType(name)
  }
  if (gone.has(name)) return undefined
  if (Object.hasOwn(renamedTypes, name)) return ownType(name)
  return { module, name: (Object.hasOwn(renamed, name) && renamed[name]) || name }
}

function ownType(name: string): Export | undefined {
  if (keptTypes.has(name)) return { module: 'porticojs', name }
  const other = Object.hasOwn(renamedTypes, name) ? renamedTypes[name] : undefined
  if (other) return { module: 'porticojs', name: other }
  // Each provider of Auth.js exports the type of its profile; ours infer it.
  return name.endsWith('Profile') ? { module: 'porticojs', name: 'Profile' } : undefined
}

/** True if Auth.js has a type of this name itself. */
export function isTheirs(name: string): boolean {
  return ownType(name) !== undefined || Object.hasOwn(renamed, name) || name === 'JWT'
}

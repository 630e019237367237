/** Types that have another name here. */
const renamed: Readonly<Record<string, string>> = {
  Adapter: 'Storage',
  AdapterAccount: 'StoredAccount',
  AdapterAuthenticator: 'Authenticator',
  AdapterSession: 'StoredSession',
  AdapterUser: 'StoredUser',
  EmailProviderSendVerificationRequestParams: 'VerificationRequest',
  SendVerificationRequestParams: 'VerificationRequest',
}

/** Types that `portico` exports under the same name. */
const kept: ReadonlySet<string> = new Set([
  'BuiltInProviderType',
  'CommonProviderOptions',
  'CredentialInput',
  'CredentialsConfig',
  'EmailConfig',
  'EmailUserConfig',
  'OAuth2Config',
  'OAuthConfig',
  'OAuthProviderType',
  'OAuthUserConfig',
  'OIDCConfig',
  'OIDCUserConfig',
  'Provider',
  'ProviderType',
  'RedirectableProviderType',
  'VerificationToken',
  'WebAuthnConfig',
])

/** What `portico` calls a type of Auth.js's modules for providers and adapters; undefined if there is none. */
export function newTypeName(name: string): string | undefined {
  if (kept.has(name)) return name
  if (Object.hasOwn(renamed, name)) return renamed[name]
  // Each platform's module there describes what it answers; ours infer it.
  return name.endsWith('Profile') ? 'Profile' : undefined
}

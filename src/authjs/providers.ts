import Credentials, { type CredentialsUserConfig } from '../providers/credentials.ts'
import Email from '../providers/email.ts'
import type { CredentialInput } from '../types/credentials.ts'
import type { EmailUserConfig } from '../types/email.ts'
import type { Provider } from '../types/provider.ts'
import { wrapPasskey } from './passkeys.ts'

/**
 * A provider as `Auth()` takes it. Those of Auth.js for mail, credentials and passkeys do not bring the code that serves them, so that it
 * is laid around them.
 */
export function wrapProvider(provider: Provider | object): Provider {
  const called = call(provider)
  const wrap = 'method' in called ? undefined : wrappers.get(typeOf(called))
  // What it is otherwise, the engine judges.
  return wrap ? wrap(called) : (provider as Provider)
}

/** The engine says what is wrong with a provider that cannot be called. */
function call(provider: object): object {
  try {
    return Object(typeof provider === 'function' ? provider({}) : provider)
  } catch {
    return {}
  }
}

const wrappers: ReadonlyMap<string, (provider: object) => Provider> = new Map<
  string,
  (provider: object) => Provider
>([
  ['email', (provider) => Email(provider as EmailUserConfig)],
  [
    'credentials',
    (provider) => Credentials(provider as CredentialsUserConfig<Record<string, CredentialInput>>),
  ],
  ['webauthn', wrapPasskey],
])

function typeOf(provider: object): string {
  return 'type' in provider ? String(Reflect.get(provider, 'type')) : ''
}

import { uuid } from '../crypto/random.ts'
import { openId } from '../methods/open-id/part.ts'
import Credentials, { type CredentialsUserConfig } from '../providers/credentials.ts'
import Email from '../providers/email.ts'
import type { CredentialInput, CredentialsConfig } from '../types/credentials.ts'
import type { EmailUserConfig } from '../types/email.ts'
import type { Provider } from '../types/provider.ts'
import { wrapPasskey } from './passkeys.ts'
import { refusingInWords } from './version-4-errors.ts'

/**
 * A provider as `Auth()` takes it. Those of Auth.js do not bring the code that serves them, so it is added. `authorize` keeps the rules
 * that it has in Auth.js.
 */
export function wrapProvider(provider: Provider | object, version: 4 | 5): Provider {
  const called = call(provider)
  const type = typeOf(called)
  const wrap = 'method' in called ? undefined : wrappers.get(type)
  // The engine judges all other providers.
  const ours = wrap ? wrap(called) : (provider as Provider)
  return type === 'credentials' ? withTheirAuthorize(call(ours), version) : ours
}

/** In Auth.js, a user without an id is a new one each time. In version 4, the message of an error is the reason of the refusal. */
function withTheirAuthorize(provider: object, version: 4 | 5): Provider {
  // Providers of Auth.js keep the application's options in `options`; they override the defaults.
  const { options } = provider as Partial<CredentialsConfig>
  const { authorize: written } = { ...provider, ...options } as Partial<CredentialsConfig>
  if (typeof written !== 'function') return provider as Provider
  const authorize: CredentialsConfig['authorize'] = async (credentials, request) => {
    const user = await written.call({ ...provider, ...options }, credentials, request)
    return user && { ...user, id: user.id ?? uuid() }
  }
  const judged = version === 4 ? refusingInWords(authorize, 'CredentialsSignin') : authorize
  return {
    ...provider,
    authorize: judged,
    ...(options && { options: { ...options, authorize: judged } }),
  } as Provider
}

/** Ignores an error: the engine reports a provider that cannot be called. */
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
  // Their addresses do not tell which of them need discovery.
  ['oauth', withOpenId],
  ['oidc', withOpenId],
])

function withOpenId(provider: object): Provider {
  const brought: object = { ...provider, method: openId }
  return brought as Provider
}

function typeOf(provider: object): string {
  return 'type' in provider ? String(Reflect.get(provider, 'type')) : ''
}

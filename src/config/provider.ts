import { merge } from '../define-provider.ts'
import { AuthError } from '../errors.ts'
import type { CredentialsConfig } from '../types/credentials.ts'
import type { EmailConfig } from '../types/email.ts'
import type { Provider } from '../types/provider.ts'
import type { ProviderType } from '../types/provider-type.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import { configError } from './address.ts'
import { variableName } from './environment.ts'
import { resolveOAuth } from './oauth.ts'
import type { ProviderInputs } from './provider-inputs.ts'
import type { ResolvedOAuth, WrittenOAuth } from './resolved.ts'

/** A provider after the configuration was read. */
export type ResolvedProvider =
  | ResolvedOAuth
  | Readonly<EmailConfig>
  | Readonly<CredentialsConfig>
  | Readonly<WebAuthnConfig>

type Written = Exclude<Provider, (...parameters: never) => unknown>

/** Calls what is a function, lays options over defaults, fills in the environment, and checks the result. */
export function resolveProvider(provider: Provider, inputs: ProviderInputs): ResolvedProvider {
  const { options, ...defaults } = call(provider)
  const written: Written = options ? merge(defaults, options) : defaults
  const { id, name, type } = written
  if (typeof id !== 'string' || !/^[a-z0-9][\w.-]*$/i.test(id)) {
    throw configError(
      'providers.id',
      `A provider has the id "${String(id)}"`,
      'Use letters, digits and hyphens.',
    )
  }
  if (typeof name !== 'string' || name === '') {
    throw configError(`providers.${id}.name`, `The provider ${id} has no name`, 'Add `name`.', id)
  }
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (!read) {
    const found = `The provider ${id} has the type "${String(type)}"`
    throw configError(
      `providers.${id}.type`,
      found,
      `Use one of ${Object.keys(readers).join(', ')}.`,
      id,
    )
  }
  return Object.freeze(read(written, inputs))
}

function call(provider: Provider): Written {
  if (typeof provider !== 'function' && (typeof provider !== 'object' || provider === null)) {
    throw configError(
      'providers',
      `A provider is ${JSON.stringify(provider)}, which is neither a function nor an object`,
      "Import it, as in `import TikTok from 'portico/providers/tiktok'`, and check that import.",
    )
  }
  try {
    // Some providers take their options apart without asking whether there are any.
    const called = typeof provider === 'function' ? provider({}) : provider
    if (called) return called
    throw new TypeError('it returned nothing')
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    const message = cause instanceof Error ? cause.message : 'it threw'
    throw new AuthError(
      'Configuration',
      `The provider ${provider.name} cannot be used: ${message}`,
      {
        field: 'providers',
        hint: 'Call it with the options that it needs.',
        cause,
      },
    )
  }
}

const readers: Record<
  ProviderType,
  (written: Written, inputs: ProviderInputs) => ResolvedProvider
> = {
  oauth: (written, inputs) => resolveOAuth(written as WrittenOAuth, inputs),
  oidc: (written, inputs) => resolveOAuth(written as WrittenOAuth, inputs),
  email: (written, inputs) =>
    readEmail(withMethod(withStorage(written as EmailConfig, inputs)), inputs),
  credentials: (written) => withJudge(written as CredentialsConfig),
  webauthn: (written, inputs) => withMethod(withStorage(written as WebAuthnConfig, inputs)),
}

/** Where the settings of a sender come from, when they are not written down. */
const settings = { server: 'server', apiKey: 'key', from: 'from' } as const

function readEmail(written: EmailConfig, { env, emulated }: ProviderInputs): EmailConfig {
  const { id, needs = [], sendVerificationRequest } = written
  const found = Object.entries(settings).map(([field, word]) => [
    field,
    env[variableName(id, word)],
  ])
  const filled = merge(Object.fromEntries(found.filter(([, value]) => value)), written)
  const missing = emulated ? undefined : needs.find((field) => !filled[field])
  if (missing) {
    throw configError(
      `providers.${id}.${missing}`,
      `The provider ${id} has no \`${missing}\``,
      `Pass it, or set ${variableName(id, settings[missing])}.`,
      id,
    )
  }
  if (sendVerificationRequest) return filled
  const hint = 'Pass `sendVerificationRequest`, or use one of the senders in portico/providers.'
  throw configError(`providers.${id}`, `The provider ${id} cannot send mail`, hint, id)
}

function withJudge(written: CredentialsConfig): CredentialsConfig {
  if (typeof written.authorize === 'function') return written
  const { id } = written
  const hint = 'Pass a function that returns the user, or null.'
  throw configError(
    `providers.${id}.authorize`,
    `The provider ${id} has no \`authorize\``,
    hint,
    id,
  )
}

/** Some kinds of provider bring their code along, so that nobody ships what they do not use. A plain object cannot. */
function withMethod<C extends EmailConfig | WebAuthnConfig>(written: C): C {
  if (typeof written.method === 'function') return written
  const { id, type } = written
  throw configError(
    `providers.${id}`,
    `The provider ${id} does not bring the code that serves the type "${type}"`,
    wrappers[type],
    id,
  )
}

const wrappers = {
  email: 'Wrap it: `Email(…)` from portico/providers/email takes it as it is.',
  webauthn: 'Wrap it: `Passkey(…)` from portico/providers/passkey takes it as it is.',
}

function withStorage<C extends EmailConfig | WebAuthnConfig>(
  written: C,
  inputs: ProviderInputs,
): C {
  if (inputs.hasStorage) return written
  throw configError(
    `providers.${written.id}`,
    `The provider ${written.id} needs a storage, and there is none`,
    'Pass `database`, `storage` or `adapter`; `memory()` from portico/storage/memory is enough to try it.',
    written.id,
  )
}

import { defaultBasePath, readAppAddress } from '../config/app-address.ts'
import type { Emulator } from '../config/emulator.ts'
import { merge } from '../description/merge.ts'
import type { Platform } from '../emulator/index.ts'
import {
  type Callbacks,
  emulate,
  type PracticeOptions,
} from '../emulator/platforms/registered-application.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Provider } from '../types/provider.ts'
import { startedOnce } from './started-emulator.ts'

/** A provider that is played, because it has no keys. */
export interface Played {
  readonly id: string
  readonly name: string
  /** Whether it sends mail, which the emulator keeps in its inbox. */
  readonly mails: boolean
}

/** The providers of a configuration, and what plays those without keys. */
export interface EmulatedProviders {
  readonly providers: readonly Provider[]
  readonly played: readonly Played[]
  /** Undefined where an emulator was configured, or nothing is played. */
  readonly emulator: Emulator | undefined
  /** Another process plays them, and has said so. */
  readonly inherited: boolean
}

type Written = Exclude<Provider, (options?: never) => unknown>

/** Gives practice keys to the providers that lack theirs, and starts the emulator that plays their platforms. */
export async function emulateMissing(
  config: AuthConfig,
  missing: ReadonlySet<string>,
  env: Record<string, string | undefined>,
): Promise<EmulatedProviders> {
  const callbacks = addressOf(config, env)
  const providers: Provider[] = []
  const played: Played[] = []
  const platforms: Platform[] = []
  for (const provider of Array.isArray(config.providers) ? config.providers : []) {
    const written = called(provider)
    const application = written && missing.has(written.id) && (await emulated(written, callbacks))
    providers.push(application ? application.provider : provider)
    if (!application) continue
    played.push({ id: written.id, name: written.name, mails: written.type === 'email' })
    if (application.platform) platforms.push(application.platform)
  }
  const isConfigured = Boolean(config.emulator ?? env.AUTH_EMULATOR)
  if (played.length === 0 || isConfigured) {
    return { providers, played, emulator: undefined, inherited: false }
  }
  const ids = new Set(played.map(({ id }) => id))
  const { origin = '', path } = callbacks
  const name = `${[...ids].sort().join(' ')} for ${origin}${path}`
  const { url, inherited } = await startedOnce(name, platforms)
  return { providers, played, emulator: { url, plays: (id = '') => ids.has(id) }, inherited }
}

/** A provider with keys that its played platform knows; undefined where nobody can play it. */
async function emulated(
  written: Written,
  callbacks: Callbacks,
): Promise<{ provider: Provider; platform?: Platform } | undefined> {
  const application = await emulate(written.id, callbacks)
  if (application) {
    return { provider: withOptions(written, application.options), platform: application.platform }
  }
  // What sends mail has no platform; the emulator has an inbox for everybody.
  return written.type === 'email' ? { provider: written } : undefined
}

/** What a provider is; undefined where it cannot be called, which the configuration will say. */
function called(provider: Provider): Written | undefined {
  try {
    return typeof provider === 'function' ? provider({}) : provider
  } catch {
    return undefined
  }
}

/** Options as a provider's own module would have laid them over its description. */
function withOptions(provider: Written, options: PracticeOptions): Provider {
  const declared: object = 'variables' in provider ? Object(provider.variables) : {}
  const isVariable = (name: string) => Object.hasOwn(declared, name)
  const variables = Object.entries(declared).map(([name, variable]) => [
    name,
    { ...variable, ...(Object.hasOwn(options, name) && { value: options[name] }) },
  ])
  const changes = {
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !isVariable(name))),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
  }
  const laid = merge(provider, changes)
  return 'options' in laid ? { ...laid, options: { ...laid.options, ...changes } } : laid
}

type Address = Extract<Callbacks, { path: string }>

function addressOf(config: AuthConfig, env: Record<string, string | undefined>): Address {
  try {
    const { basePath: path, origin } = readAppAddress(config, env, false)
    return { path, origin }
  } catch {
    // A wrong address is named when the configuration is read again.
    return { path: defaultBasePath }
  }
}

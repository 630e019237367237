import { defaultBasePath, readAppAddress } from '../config/app-address.ts'
import type { Emulator } from '../config/emulator.ts'
import { type Platform, pwnedPasswords, turnstile } from '../emulator/index.ts'
import type { Callbacks } from '../emulator/platforms/registered-application.ts'
import {
  practiceProvider,
  type WrittenProvider,
  writtenProvider,
} from '../emulator/practice-provider.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Provider } from '../types/provider.ts'
import { startedOnce } from './started-emulator.ts'

/** A provider or service that the emulator plays, because it has no keys. */
export interface Played {
  readonly id: string
  readonly name: string
  /** True if it sends mail, which the emulator keeps in its inbox. */
  readonly mails?: boolean
  /** The page where real keys are created. Undefined for providers. */
  readonly keysAt?: string
}

/** The providers of a configuration, and the emulator for those without keys. */
export interface EmulatedProviders {
  readonly providers: readonly Provider[]
  readonly played: readonly Played[]
  /** The parts and providers without a sender, whose mail goes to the emulator's inbox. */
  readonly mailers: readonly string[]
  /** Undefined if an emulator is configured, or nothing is played. */
  readonly emulator: Emulator | undefined
  /** True if another process runs the emulator, and has logged that. */
  readonly inherited: boolean
}

/** Services of parts that the emulator can play. The parts have the practice keys. */
const services = [
  {
    id: 'turnstile',
    name: 'Cloudflare Turnstile',
    keysAt: 'https://dash.cloudflare.com/?to=/:account/turnstile',
    platform: turnstile,
  },
]

/** Services without keys, by the type of provider that calls them. They alone start no emulator. */
const keyless = [{ id: 'pwned-passwords', type: 'password', platform: pwnedPasswords }]

/** Nothing is played, and the providers stay as they are. */
export const nothingPlayed: Omit<EmulatedProviders, 'providers'> = {
  played: [],
  mailers: [],
  emulator: undefined,
  inherited: false,
}

/** The providers and services without keys, and the parts and providers without a mail sender. */
export interface Lacking {
  readonly keys: ReadonlySet<string>
  readonly senders: readonly string[]
}

/** Gives practice keys to providers without keys, and starts the emulator that plays their platforms and receives mail. */
export async function emulateMissing(
  config: AuthConfig,
  { keys, senders }: Lacking,
  env: Record<string, string | undefined>,
): Promise<EmulatedProviders> {
  const callbacks = { app: config.theme?.name, ...addressOf(config, env) }
  const providers: Provider[] = []
  const played: Played[] = []
  const platforms: Platform[] = []
  for (const provider of Array.isArray(config.providers) ? config.providers : []) {
    const written = writtenProvider(provider)
    const application = written && keys.has(written.id) && (await emulated(written, callbacks))
    providers.push(application ? application.provider : provider)
    if (!application) continue
    played.push({ id: written.id, name: written.name, mails: written.type === 'email' })
    if (application.platform) platforms.push(application.platform)
  }
  for (const { platform, ...service } of services.filter(({ id }) => keys.has(id))) {
    played.push(service)
    platforms.push(platform())
  }
  // A played email provider sends the mail of the others too.
  const mailers = played.some(({ mails }) => mails) ? [] : senders
  const ids = new Set([...played.map(({ id }) => id), ...mailers])
  const isConfigured = Boolean(config.runtime?.emulator ?? env.AUTH_EMULATOR)
  if (ids.size === 0 || isConfigured) return { ...nothingPlayed, providers, played }
  for (const { id, type, platform } of keyless) {
    if (!providers.some((provider) => writtenProvider(provider)?.type === type)) continue
    ids.add(id)
    platforms.push(platform())
  }
  const { origin = '', path } = callbacks
  const { url, inherited } = await startedOnce(
    [...ids].sort().join(' '),
    `${origin}${path}`,
    platforms,
  )
  return {
    providers,
    played,
    mailers,
    emulator: { url, plays: (id = '') => ids.has(id) },
    inherited,
  }
}

/** The provider in a form that works without real keys; undefined if the emulator cannot play it. */
async function emulated(
  written: WrittenProvider,
  callbacks: Callbacks,
): Promise<{ provider: Provider; platform?: Platform } | undefined> {
  const practice = await practiceProvider(written, callbacks)
  // An email provider has no platform; the emulator's inbox receives its mail.
  return practice ?? (written.type === 'email' ? { provider: written } : undefined)
}

/** The addresses that a platform accepts for webhooks: https, and this machine for practice. */
const deliverable = /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/

type Address = Extract<Callbacks, { path: string }>

function addressOf(config: AuthConfig, env: Record<string, string | undefined>): Address {
  try {
    const { basePath: path, origin } = readAppAddress(config, env, false)
    return { path, origin, webhooks: origin !== undefined && deliverable.test(origin) }
  } catch {
    // A wrong address is reported when the configuration is read again.
    return { path: defaultBasePath }
  }
}

import { isLoopback, isLoopbackAddress } from '../http/origin.ts'
import type { AuthConfig } from '../types/config.ts'
import { configError } from './problems.ts'
import { readUrl } from './url.ts'

/** The facts that decide whether the emulator may be used. */
interface EmulatorInputs {
  env: Record<string, string | undefined>
  production: boolean
  /** The application's own origin, if it is configured. */
  origin: string | undefined
  warn(message: string): void
  /** Plays the platforms without keys in development. */
  emulation: Emulation | undefined
}

/** The variable that allows the emulator in production: production builds are tested on one machine. */
const permission = 'AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION'

/** A program that plays platforms. */
export interface Emulator {
  readonly url: string
  /** True if it plays this provider's platform; without a provider, if it plays all platforms. */
  plays(provider?: string): boolean
}

/** The way in which providers without keys are served in development. */
export interface Emulation {
  /** The program that plays their platforms, if there is one. */
  readonly emulator?: Emulator
  /** True if every missing key is an error, because the development kit can make it up. */
  readonly demanding?: boolean
}

/** The address of the emulator, if it plays this provider's platform. */
export function emulatorOf(
  { emulator }: { emulator: Emulator | undefined },
  provider?: string,
): string | undefined {
  return emulator?.plays(provider) ? emulator.url : undefined
}

/** Reads the emulator's address; refuses it if strangers could use it. */
export function readEmulator(config: AuthConfig, inputs: EmulatorInputs): Emulator | undefined {
  const { env, production, emulation } = inputs
  const written = config.runtime?.emulator ?? env.AUTH_EMULATOR
  if (!written) return production ? undefined : emulation?.emulator
  const url = readUrl('runtime.emulator', written)
  if (!isLoopback(url.hostname) || (production && env[permission] !== 'true')) {
    throw configError(
      'runtime.emulator',
      `The emulator at ${url.origin} lets anybody sign in as anybody`,
      `Use it on this machine only, with NODE_ENV=development. To test a production build, set ${permission}=true.`,
    )
  }
  if (production) assertThisMachine(url, inputs)
  return { url: url.href.replace(/\/$/, ''), plays: () => true }
}

/** In production, both addresses must be loopback addresses themselves: somebody else may decide where a name leads. */
function assertThisMachine(emulator: URL, { origin, warn }: EmulatorInputs): void {
  if (!isLoopbackAddress(emulator.hostname)) {
    throw configError(
      'runtime.emulator',
      `${permission} is set, and the emulator is at ${emulator.origin}`,
      'Write it as a number, like AUTH_EMULATOR=http://127.0.0.1:4100.',
    )
  }
  if (!origin || !isLoopbackAddress(new URL(origin).hostname)) {
    throw configError(
      'url',
      `${permission} is set, and the application is ${origin ? `at ${origin}` : 'at no known address'}`,
      `Set AUTH_URL=http://127.0.0.1:3000, or remove ${permission}.`,
    )
  }
  warn(`${permission} is set: the emulator at ${emulator.origin} lets anybody sign in as anybody`)
}

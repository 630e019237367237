import { isLoopback, isLoopbackAddress } from '../http/origin.ts'
import type { AuthConfig } from '../types/config.ts'
import { configError } from './problems.ts'
import { readUrl } from './url.ts'

/** The emulator's address, and who could reach what it lets in. */
interface EmulatorInputs {
  env: Record<string, string | undefined>
  production: boolean
  /** The application's own origin, where it is configured. */
  origin: string | undefined
  warn(message: string): void
  /** Plays the platforms that have no keys, while developing. */
  emulation: Emulation | undefined
}

/** Production builds are tested on one machine; nothing less than these words opens them to the emulator. */
const permission = 'AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION'

/** A program that plays platforms. */
export interface Emulator {
  readonly url: string
  /** True if it plays this provider's platform; without a name, if it plays the whole world. */
  plays(provider?: string): boolean
}

/** The way in which providers without keys are served while developing. */
export interface Emulation {
  /** The program that plays their platforms; undefined where there is none. */
  readonly emulator?: Emulator
  /** True if every missing key is a problem: somebody can make it up, and has to hear of it. */
  readonly demanding?: boolean
}

/** The address of the emulator, if it plays this provider's platform. */
export function emulatorOf(
  { emulator }: { emulator: Emulator | undefined },
  provider?: string,
): string | undefined {
  return emulator?.plays(provider) ? emulator.url : undefined
}

/** The emulator; refused wherever a stranger could use them. */
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

/** In production a name is not enough, since somebody else may say where it leads: both addresses must be loopback by themselves. */
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

import { isLoopback, isLoopbackAddress } from '../http/origin.ts'
import type { AuthConfig } from '../types/config.ts'
import { configError } from './problems.ts'
import { readUrl } from './url.ts'

/** The practice platform, and who could reach what it lets in. */
interface EmulatorInputs {
  env: Record<string, string | undefined>
  production: boolean
  /** The application's own origin, where it is configured. */
  origin: string | undefined
  warn(message: string): void
}

/** Production builds are tested on one machine; nothing less than these words opens them to the emulator. */
const permission = 'AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION'

/** The practice platform's address; refused wherever a stranger could use it. */
export function readEmulator(config: AuthConfig, inputs: EmulatorInputs): string | undefined {
  const { env, production } = inputs
  const written = config.emulator ?? env.AUTH_EMULATOR
  if (!written) return undefined
  const url = readUrl('emulator', written)
  if (!isLoopback(url.hostname) || (production && env[permission] !== 'true')) {
    throw configError(
      'emulator',
      `The emulator at ${url.origin} lets anybody sign in as anybody`,
      `Use it on this machine only, and with NODE_ENV=development. To test a production build on this machine, set ${permission}=true.`,
    )
  }
  if (production) assertThisMachine(url, inputs)
  return url.href.replace(/\/$/, '')
}

/** In production a name is not enough, since somebody else may say where it leads: both addresses must be loopback by themselves. */
function assertThisMachine(emulator: URL, { origin, warn }: EmulatorInputs): void {
  if (!isLoopbackAddress(emulator.hostname)) {
    throw configError(
      'emulator',
      `${permission} is set, and the emulator is at ${emulator.origin}`,
      'Write the address itself, such as AUTH_EMULATOR=http://127.0.0.1:4100.',
    )
  }
  if (!origin || !isLoopbackAddress(new URL(origin).hostname)) {
    throw configError(
      'url',
      `${permission} is set, and the application is ${origin ? `at ${origin}` : 'at no known address'}`,
      `Set AUTH_URL to an address of this machine, such as http://127.0.0.1:3000, or remove ${permission}.`,
    )
  }
  warn(
    `${permission} is set: the emulator at ${emulator.origin} lets anybody on this machine sign in as anybody. Never set it where the application serves people.`,
  )
}

/** An address of a platform as the emulator plays it: the host becomes the first part of the path. */
export function viaEmulator(emulator: string | undefined, url: URL): URL {
  if (!emulator || isLoopback(url.hostname)) return url
  return new URL(`${emulator}/${url.host}${url.pathname}${url.search}${url.hash}`)
}

import { type Emulator, type EmulatorOptions, emulator } from '../src/emulator/index.ts'
import {
  Auth,
  type AuthConfig,
  type AuthInstance,
  type PasskeyCalls,
  type PasswordCalls,
} from '../src/index.ts'
import { arrival } from '../src/testing/arrival.ts'
import { createBrowser, type TestBrowser } from '../src/testing.ts'

export { arrival }

export const origin = 'https://app.test'
export const secret = 'a-test-secret-of-sufficient-length-0123456789'

/** What the application logged. */
export interface Log {
  errors: import('../src/errors.ts').AuthError[]
  warnings: string[]
}

/** An application, the outside world and a browser, wired together in process. */
export interface Setup {
  /** With the namespaces of all our methods; a test uses those that it configures. */
  auth: AuthInstance & PasskeyCalls & PasswordCalls
  browser: TestBrowser
  world: Emulator
  log: Log
  /** Another browser, of another person or on another device. */
  open: () => TestBrowser
}

/** Wires an application to the practice platforms. */
export async function setup(
  config: Partial<AuthConfig>,
  outside: EmulatorOptions | Emulator = {},
): Promise<Setup> {
  // A clock that stands still, so that moments can be compared.
  const world = 'handler' in outside ? outside : await emulator({ now: Date.now(), ...outside })
  const log: Log = { errors: [], warnings: [] }
  const auth = Auth({
    providers: [],
    secret,
    url: origin,
    logger: {
      error: (error) => void log.errors.push(error),
      warn: (message) => void log.warnings.push(message),
    },
    ...config,
    // Developers are told more than others.
    runtime: {
      fetch: world.fetch,
      now: world.clock.now,
      ...config.runtime,
      env: { NODE_ENV: 'test', ...config.runtime?.env },
    },
  })
  const open = () =>
    createBrowser({
      origin,
      app: auth.handler,
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  return { auth: auth as Setup['auth'], browser: open(), world, log, open }
}

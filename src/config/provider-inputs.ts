import type { Advice } from './advice.ts'
import type { Emulator } from './emulator.ts'

/** The same for every provider: which of them are emulated is asked by their ids. */
export interface AllProviderInputs extends Omit<ProviderInputs, 'emulated' | 'usual'> {
  emulator: Emulator | undefined
  advice?: Advice | undefined
  /** Every missing key is a problem, because somebody can make it up who has to hear of it. */
  demanding: boolean
}

/** The inputs of a part's `complete()`: the environment, whether there is a storage, and who plays the services that it has no keys for. */
export type PartInputs = Pick<
  AllProviderInputs,
  'env' | 'production' | 'emulator' | 'demanding' | 'hasStorage' | 'warn'
>

/** The inputs of a method's `configure()`, which completes and judges a provider. */
export interface ProviderInputs {
  env: Record<string, string | undefined>
  redirectProxyUrl: string | undefined
  hasStorage: boolean
  production: boolean
  origin: string | undefined
  basePath: string
  /** The emulator plays the outside world; keys and servers are not needed. */
  emulated: boolean
  /** The method that providers of its type have if they bring none along; one that they bring may borrow from it. */
  usual?: object | undefined
  /** Says something to the developer that is no reason to refuse. */
  warn(message: string): void
}

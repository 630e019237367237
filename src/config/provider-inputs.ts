import type { Advice } from './advice.ts'
import type { Emulator } from './emulator.ts'

/** The inputs that all providers share. The emulator says by id which of them it plays. */
export interface AllProviderInputs extends Omit<ProviderInputs, 'emulated' | 'usual'> {
  emulator: Emulator | undefined
  advice?: Advice | undefined
  /** True if every missing key is an error, because the development kit can make it up. */
  demanding: boolean
}

/** The inputs of a part's `complete()`: the environment, whether there is a storage, and the emulator of services without keys. */
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
  /** True if the emulator plays its platform: keys and servers are not needed. */
  emulated: boolean
  /** The default method of the provider's type; the provider's own one may borrow from it. */
  usual?: object | undefined
  /** Warns the developer, and refuses nothing. */
  warn(message: string): void
}

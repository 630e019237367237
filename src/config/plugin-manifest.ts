import type { Limit } from '../types/config.ts'
import type { ButtonFacts } from '../types/dialect.ts'
import type { CommonProviderOptions } from '../types/provider-type.ts'
import type { ProviderInputs } from './provider-inputs.ts'

/** A provider after the configuration was read. Its method knows what else it has. */
export interface ResolvedProvider extends Readonly<CommonProviderOptions> {
  readonly method: PluginManifest
  readonly button?: ButtonFacts
  /** The browser may offer it wherever a name is typed, as it does with passkeys. */
  readonly autofills?: boolean
}

/** A path below the base path that a method answers itself. */
export interface PathRule {
  /** Which of them it answers; HEAD follows from GET. */
  methods: readonly ('GET' | 'POST')[]
  /**
   * Where the request names the provider: behind the path (`/nonce/google`), in the query (`?provider=email`; who names none is
   * answered by the first), or not at all, when every provider of the method would answer the same.
   */
  provider: 'path' | 'query' | 'none'
}

/**
 * The small part of a sign-in method that every application with such a provider loads at its start. The provider carries it along, so
 * that what is not imported is not shipped; `load()` brings the part that does the work.
 */
export interface PluginManifest<P extends ResolvedProvider = ResolvedProvider> {
  /** The `type` of its providers. */
  readonly type: string
  /** Its providers are platforms that people know by name: "TikTok isn't responding". */
  readonly platforms?: boolean
  /** Reads a provider as it was written: fills in the environment, checks, refuses with `configError()`. */
  configure(written: CommonProviderOptions, inputs: ProviderInputs): Omit<P, 'method'>
  /** The names of its providers' options; one that is nearly like them is pointed out. */
  readonly options?: readonly string[]
  /** What people may try only so often, and the defaults. */
  readonly limits?: Readonly<Record<string, Limit>>
  /** What it answers besides sign-in and callback. */
  readonly paths?: Readonly<Record<string, PathRule>>
  /** Its form leads straight to the callback: there is nowhere else to start. */
  readonly startsAtCallback?: true
  load(): Promise<object>
}

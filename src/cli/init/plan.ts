import type { Files } from './configuration.ts'
import type { Missing } from './mounts/mount.ts'
import type { NamedProvider } from './providers.ts'

/** A plan of `init` for a folder. */
export interface Plan {
  /** The file that calls `Auth()`. */
  readonly configuration: string
  /** Texts by their paths; what exists is kept. */
  readonly files: Files
  /** The texts that files of the application get instead of theirs. */
  readonly edits: Files
  readonly missing: readonly Missing[]
  /** The packages to install. */
  readonly packages: readonly string[]
  /** The file that makes the application listen, where it is known. */
  readonly entry?: string | undefined
}

/** The wishes that were typed. */
export interface Wishes {
  /** The path of the configuration. */
  readonly file?: string | undefined
  readonly providers: readonly (NamedProvider & { readonly variables: readonly string[] })[]
}

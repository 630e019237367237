import type { Files } from './configuration.ts'
import type { Missing } from './mounts/mount.ts'
import type { NamedProvider } from './providers.ts'

/** A plan of `init` for a folder. */
export interface Plan {
  /** The file that calls `Auth()`. */
  readonly configuration: string
  /** Texts by their paths; existing files are kept. */
  readonly files: Files
  /** New texts of the application's files. */
  readonly edits: Files
  readonly missing: readonly Missing[]
  /** The packages to install. */
  readonly packages: readonly string[]
  /** The file that makes the application listen, if it is known. */
  readonly entry?: string | undefined
}

/** The options that were typed. */
export interface Wishes {
  /** The path of the configuration. */
  readonly file?: string | undefined
  readonly providers: readonly (NamedProvider & { readonly variables: readonly string[] })[]
}

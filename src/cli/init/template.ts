/** The example of a framework, as an application begins with it. */
export interface Template {
  /** The package by which the framework is known. */
  readonly dependency: string
  /** The frameworks that it is built on: whoever has one of them too means this one. */
  readonly over?: readonly string[]
  /** The files that serve the sign-in besides the one with the configuration. */
  readonly routes?: readonly string[]
  /** The command that starts it for development. */
  readonly dev: string
  /** Texts by their paths, which are written with slashes. */
  readonly files: Readonly<Record<string, string>>
}

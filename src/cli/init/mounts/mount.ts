import { type Imported, inMannerOf } from '../edits/insert.ts'
import { importPath } from '../import-ending.ts'
import type { OwnApplication } from '../own-application.ts'

/** Lines that somebody has to write by hand. */
export interface Missing {
  /** The file, where it is known. */
  readonly path?: string
  /** The thing to do, in a few words. */
  readonly about: string
  readonly lines: readonly string[]
}

/** The changes by which an application comes to serve the sign-in. */
export interface Mounted {
  /** The texts that files of the application get instead of theirs, by their paths. */
  readonly edits?: Readonly<Record<string, string>>
  readonly missing?: readonly Missing[]
  /** The packages that it needs besides. */
  readonly packages?: readonly string[]
}

/** Changes of several places as one. */
export function together(parts: readonly Mounted[]): Mounted {
  return {
    edits: Object.assign({}, ...parts.map(({ edits }) => edits)),
    missing: parts.flatMap(({ missing = [] }) => missing),
  }
}

/** Finds out where the sign-in is served, given the file that holds the configuration. */
export type Mount = (app: OwnApplication, configuration: string) => Mounted

/** The file of the settings: the one beside package.json with this name. */
export function settingsFile({ beside }: OwnApplication, name: string): string | undefined {
  return beside.find((file) => new RegExp(`^${name}\\.config\\.[cm]?[jt]s$`).test(file))
}

/** True if some code of the application uses this entry point already, besides the configuration itself. */
export function uses(app: OwnApplication, door: string, configuration: string): boolean {
  const named = new RegExp(`['"]${door}['"]`)
  return app.sources.some((path) => path !== configuration && named.test(app.read(path) ?? ''))
}

/** A free name for the instance in a file: its own, unless the file has something called so. */
export function instanceName(text: string): string | undefined {
  return ['auth', 'portico'].find((name) => !new RegExp(`(?<![./'"\\w-])${name}\\b`).test(text))
}

/** The import of the configuration's `exported`, under another name where that is taken. */
export function importOf(
  app: OwnApplication,
  from: string,
  configuration: string,
  exported: string,
  name: string = exported,
): Imported {
  const names = name === exported ? `{ ${exported} }` : `{ ${exported} as ${name} }`
  return { names, from: importPath(app, from, configuration) }
}

/** Imports and other lines as they are shown to whoever writes them by hand. */
export function shownLines(
  imports: readonly Imported[],
  lines: readonly string[],
  text = '',
): string[] {
  const first = imports.map(({ names, from }) => `import ${names} from '${from}'`)
  return [...inMannerOf(text, first), '', ...lines]
}

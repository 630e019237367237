import { type Imported, inMannerOf } from '../edits/insert.ts'
import { importPath } from '../import-ending.ts'
import type { OwnApplication } from '../own-application.ts'

/** Lines to write by hand. */
export interface Missing {
  /** The file, if it is known. */
  readonly path?: string
  /** The thing to do, in a few words. */
  readonly about: string
  readonly lines: readonly string[]
}

/** The changes that make an application serve the sign-in. */
export interface Mounted {
  /** New texts of the application's files, by their paths. */
  readonly edits?: Readonly<Record<string, string>>
  readonly missing?: readonly Missing[]
  /** The packages that it needs as well. */
  readonly packages?: readonly string[]
}

/** Merges several changes. */
export function together(parts: readonly Mounted[]): Mounted {
  return {
    edits: Object.assign({}, ...parts.map(({ edits }) => edits)),
    missing: parts.flatMap(({ missing = [] }) => missing),
  }
}

/** Finds the place to serve the sign-in, for a path of the configuration. */
export type Mount = (app: OwnApplication, configuration: string) => Mounted

/** The settings file of this name beside package.json. */
export function settingsFile({ beside }: OwnApplication, name: string): string | undefined {
  return beside.find((file) => new RegExp(`^${name}\\.config\\.[cm]?[jt]s$`).test(file))
}

/** True if code of the application, other than the configuration, already uses this entry point. */
export function uses(app: OwnApplication, door: string, configuration: string): boolean {
  const named = new RegExp(`['"]${door}['"]`)
  return app.sources.some((path) => path !== configuration && named.test(app.read(path) ?? ''))
}

/** A free name for the instance in a file: `auth`, unless the file uses that. */
export function instanceName(text: string): string | undefined {
  return ['auth', 'portico'].find((name) => !new RegExp(`(?<![./'"\\w-])${name}\\b`).test(text))
}

/** The import of the configuration's `exported`, under another name if that is taken. */
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

/** Imports and other lines, as shown to people who write them by hand. */
export function shownLines(
  imports: readonly Imported[],
  lines: readonly string[],
  text = '',
): string[] {
  const first = imports.map(({ names, from }) => `import ${names} from '${from}'`)
  return [...inMannerOf(text, first), '', ...lines]
}

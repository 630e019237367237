import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../read-text.ts'

/** The package.json of a folder; empty where there is none. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  if (!existsSync(join(folder, 'package.json'))) return {}
  try {
    return Object(JSON.parse(readText(folder, 'package.json')))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new Error(`package.json is not valid JSON: ${cause.message}.`, { cause })
  }
}

/** The packages that a package.json asks for, with their versions. */
export function packagesIn({ dependencies, devDependencies }: Record<string, unknown>): object {
  return { ...Object(dependencies), ...Object(devDependencies) }
}

/** The names of the packages that an application depends on. */
export function dependenciesIn(folder: string): readonly string[] {
  return Object.keys(packagesIn(readManifest(folder)))
}

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

/** The names of the packages that an application depends on. */
export function dependenciesIn(folder: string): readonly string[] {
  const { dependencies, devDependencies } = readManifest(folder)
  return Object.keys({ ...Object(dependencies), ...Object(devDependencies) })
}

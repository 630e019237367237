import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../read-text.ts'

/** The package.json of a folder; empty if there is none. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  if (!existsSync(join(folder, 'package.json'))) return {}
  const text = readText(folder, 'package.json')
  if (text.trim() === '') throw new Error('package.json is empty: it holds { } at least.')
  const manifest = parsed(text)
  if (/^[{]/.test(text.trim())) return Object(manifest)
  throw new Error('package.json must begin with { and end with }: it holds something else.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = String(Object(cause).message).replace(/\s+/g, ' ')
    throw new Error(`package.json is not valid JSON: ${why}.`, { cause })
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

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packagesIn, readManifest } from './manifest.ts'

/** The major version of a package: the installed one, else the one that package.json asks for. */
export function installedMajor(folder: string, name: string): number | undefined {
  const asked = Object.entries(packagesIn(readManifest(folder))).find(([one]) => one === name)?.[1]
  const version = installedVersion(folder, name) ?? String(asked)
  const [major] = /\d+/.exec(version) ?? []
  return major === undefined ? undefined : Number(major)
}

/** The version of a package that Node would find from a folder: a workspace installs its packages in an outer one. */
export function installedVersion(folder: string, name: string): string | undefined {
  const places = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? []
  for (const place of places) {
    try {
      return String(JSON.parse(readFileSync(join(place, name, 'package.json'), 'utf8')).version)
    } catch {
      // It is not installed there.
    }
  }
  return undefined
}

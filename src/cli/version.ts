import { readFileSync } from 'node:fs'

/** What this package says about itself. */
interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** The manifest of this package is two folders up, in the sources and as it ships. */
export function ownManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}

/** The version of this package. */
export function ownVersion(): string {
  return ownManifest().version
}

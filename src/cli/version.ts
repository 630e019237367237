import { readFileSync } from 'node:fs'

/** The manifest of this package. */
interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** Reads the manifest of this package: two folders up, in the sources and as it ships. */
export function ownManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}

/** The version of this package. */
export function ownVersion(): string {
  return ownManifest().version
}

/** The refusal of a Node that is too old for this package, whose own errors would not name the cause. */
export function refusedNode(running: string): string | undefined {
  const wanted = ownManifest().engines.node.replace('>=', '')
  const isOld = running.localeCompare(wanted, 'en', { numeric: true }) < 0
  return isOld
    ? `porticojs needs Node ${wanted} or newer, and this is Node ${running}: update it, see https://nodejs.org.`
    : undefined
}

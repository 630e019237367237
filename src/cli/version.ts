import { readFileSync } from 'node:fs'

/** The version of this package; its manifest is two folders up, in the sources and as it ships. */
export function ownVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url)
  return String(JSON.parse(readFileSync(manifest, 'utf8')).version)
}

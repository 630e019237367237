import { dirname } from 'node:path/posix'
import { major } from './surroundings.ts'

/** True if a file was written for version 4 of NextAuth.js, by the nearest manifest that names it. */
export function isForVersion4(path: string, files: ReadonlyMap<string, string>): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = files.get(folder === '.' ? 'package.json' : `${folder}/package.json`)
    const [, range] = /"next-auth"\s*:\s*"([^"]*)"/.exec(manifest ?? '') ?? []
    if (range !== undefined || folder === '.') return major(range) === 4
  }
}

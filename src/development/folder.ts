import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder for files made in development. Its own .gitignore excludes them all. */
export const folderName = '.portico'

/**
 * Writes a file of that folder unless it exists, and returns its content: processes that start at the same time agree on one. Returns
 * undefined if the folder cannot be used.
 */
export function keepOnce(root: string, name: string, content: string): string | undefined {
  const folder = join(root, folderName)
  try {
    mkdirSync(folder, { recursive: true })
    // A symbolic link may lead outside the project.
    if (lstatSync(folder).isSymbolicLink()) return undefined
    writeOnce(join(folder, '.gitignore'), '*\n')
    writeOnce(join(folder, name), content)
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

function writeOnce(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  }
}

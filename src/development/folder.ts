import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of what development keeps. It holds a .gitignore that leaves all of it out. */
export const folderName = '.portico'

/**
 * Keeps a text in a file of that folder, unless there is one: two processes that start at once agree. Returns the text that is kept;
 * undefined where nothing can be written.
 */
export function keepOnce(root: string, name: string, content: string): string | undefined {
  const folder = join(root, folderName)
  try {
    mkdirSync(folder, { recursive: true })
    // What a link leads to belongs to somebody else.
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

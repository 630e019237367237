import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../crypto/random.ts'

/** A secret for development, and the file that it is kept in; none where nothing can be written. */
export interface DevelopmentSecret {
  readonly value: string
  readonly file?: string
}

/** The folder of what development keeps. It holds a .gitignore that leaves all of it out. */
const folderName = '.portico'

/**
 * The secret of an application in this folder, made when it is first needed. People stay signed in while the application is restarted.
 * It says what it is, so that production refuses it.
 */
export function developmentSecret(root: string): DevelopmentSecret {
  const folder = join(root, folderName)
  const file = join(folder, 'secret')
  const made = `development-secret-${random(32)}`
  try {
    mkdirSync(folder, { recursive: true })
    // What a link leads to belongs to somebody else.
    if (lstatSync(folder).isSymbolicLink()) return { value: made }
    writeOnce(join(folder, '.gitignore'), '*\n')
    writeOnce(file, `${made}\n`)
    const value = readFileSync(file, 'utf8').trim()
    return { value, file: join(folderName, 'secret') }
  } catch {
    return { value: made }
  }
}

/** Writes a file unless it is there: two processes that start at once agree on one secret. */
function writeOnce(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  }
}

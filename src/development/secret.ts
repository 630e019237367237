import { join } from 'node:path'
import { random } from '../crypto/random.ts'
import { folderName, keepOnce } from './folder.ts'

/** A secret for development, and its file; undefined if none could be written. */
export interface DevelopmentSecret {
  readonly value: string
  readonly file?: string
}

/**
 * The secret of the application in this folder, created when first needed. It is kept, so that people stay signed in across restarts. Its
 * prefix identifies it, and production refuses it.
 */
export function developmentSecret(root: string): DevelopmentSecret {
  const made = `development-secret-${random(32)}`
  const value = keepOnce(root, 'secret', `${made}\n`)?.trim()
  return value ? { value, file: join(folderName, 'secret') } : { value: made }
}

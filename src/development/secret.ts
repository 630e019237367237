import { join } from 'node:path'
import { random } from '../crypto/random.ts'
import { folderName, keepOnce } from './folder.ts'

/** A secret for development, and the file that it is kept in; none where nothing can be written. */
export interface DevelopmentSecret {
  readonly value: string
  readonly file?: string
}

/**
 * The secret of an application in this folder, made when it is first needed. People stay signed in while the application is restarted. Its
 * text says what it is, and production refuses it.
 */
export function developmentSecret(root: string): DevelopmentSecret {
  const made = `development-secret-${random(32)}`
  const value = keepOnce(root, 'secret', `${made}\n`)?.trim()
  return value ? { value, file: join(folderName, 'secret') } : { value: made }
}

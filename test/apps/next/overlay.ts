import { cpSync } from 'node:fs'
import { join } from 'node:path'

/** Lays another set-up over an installed copy of the example: the files of a folder beside this one. */
export function overlay(name: string, folder: string): void {
  cpSync(join(import.meta.dirname, name), folder, { recursive: true })
}

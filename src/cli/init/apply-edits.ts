import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliContext } from '../command.ts'
import { foreignPlace, writeOwnFile } from '../own-file.ts'
import type { Files } from './configuration.ts'
import { diffOf } from './edits/diff.ts'
import type { Missing } from './mounts/mount.ts'

/** Shows each change to a file of the application, and makes it after consent. Changes that are not made are left to do. */
export async function applyEdits(
  { folder, confirm, note }: CliContext,
  edits: Files,
  yes: boolean,
): Promise<{ changed: string[]; left: Missing[]; notes: string[] }> {
  const changed: string[] = []
  const left: Missing[] = []
  const notes: string[] = []
  for (const [path, text] of Object.entries(edits)) {
    const file = join(folder, ...path.split('/'))
    const before = readFileSync(file, 'utf8')
    const diff = diffOf(path, unixLines(before), unixLines(text))
    const foreign = foreignPlace(folder, path)
    const isLocked = !foreign && !mayWrite(file)
    if (foreign) notes.push(`${foreign}: ${path} is not changed`)
    if (isLocked) notes.push(`${path} is read-only: it is not changed`)
    const isAgreed =
      !foreign && !isLocked && (yes || (await confirm(`${diff}\n\nChange ${path} like this?`)))
    if (isAgreed) {
      if (yes) note(diff)
      writeOwnFile(file, before.includes('\r\n') ? unixLines(text).replaceAll('\n', '\r\n') : text)
      changed.push(path)
    } else left.push({ path, about: 'make this change', lines: diff.split('\n') })
  }
  return { changed, left, notes }
}

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

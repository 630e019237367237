import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The reasons why a file cannot be read, by the system's codes. */
const reasons: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no file ${file}.`,
  ENOTDIR: (file) => `There is no file ${file}.`,
  EISDIR: (file) => `${file} is a folder, not a file.`,
  EACCES: (file) => `${file} can't be read: you have no permission.`,
}

/** The text of a file, without the byte order mark that editors on Windows add. */
export function readText(folder: string, file: string): string {
  try {
    const bytes = readFileSync(resolve(folder, file))
    // PowerShell's `>` writes UTF-16.
    if (/^(fffe|feff)/.test(bytes.toString('hex', 0, 2)))
      throw new Error(`${file} is saved as UTF-16: save it as UTF-8.`)
    return withoutMark(bytes.toString())
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
    throw reason ? new Error(reason(file), { cause }) : cause
  }
}

/** A text without the byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

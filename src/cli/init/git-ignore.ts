import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignPlace, obstacle, writeOwnFile } from '../own-file.ts'

const name = '.gitignore'

/** The database of an example, with the files that SQLite keeps beside it: users, hashes of sessions, sealed tokens. */
const database = 'auth.db*'

/** A new application has nothing yet that git should leave out. */
const usual = ['node_modules', '.env', '.env.*', database]

/** Lets git leave the database of an example out. Returns the pattern that was added, if any. */
export function ignoreDatabase(folder: string, texts: readonly string[]): string[] {
  const file = join(folder, name)
  const usesFile = texts.some((text) => text.includes('file:./auth.db'))
  if (!usesFile || foreignPlace(folder, name) || obstacle(folder, name)) return []
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (before?.split(/\r?\n/).some((line) => /^\/?(auth\.db\*?|\*\.db\*?)$/.test(line.trim())))
    return []
  const added = before === undefined ? usual : [...withoutEnd(before), database]
  writeOwnFile(file, `${added.join('\n')}\n`)
  return [database]
}

function withoutEnd(text: string): string[] {
  const kept = text.replace(/\n+$/, '')
  return kept === '' ? [] : [kept]
}

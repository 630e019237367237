import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignPlace, obstacle, writeOwnFile } from '../own-file.ts'

const name = '.gitignore'

/** The database of an example, with SQLite's files beside it: users, hashes of sessions, sealed tokens. */
const database = 'auth.db*'

/** The patterns for an application without a .gitignore. */
const usual = ['node_modules', '.env', '.env.*', database]

/** Lets git ignore the database of an example. Returns the pattern that was added, if any. */
export function ignoreDatabase(folder: string, texts: readonly string[]): string[] {
  const file = join(folder, name)
  const usesFile = texts.some((text) => text.includes('file:./auth.db'))
  if (!usesFile || foreignPlace(folder, name) || obstacle(folder, name)) return []
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (before?.split(/\r?\n/).some((line) => /^\/?(auth|\*)\.db\*$/.test(line.trim()))) return []
  const added = before === undefined ? usual : [...withoutEnd(before), database]
  writeOwnFile(file, `${added.join('\n')}\n`)
  return [database]
}

function withoutEnd(text: string): string[] {
  const kept = text.replace(/\n+$/, '')
  return kept === '' ? [] : [kept]
}

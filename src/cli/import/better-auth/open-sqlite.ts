import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { usageError } from '../../command.ts'

/** The milliseconds to wait while another program writes. */
const patience = 5000

/** A file that is open read-only. */
export interface OpenFile {
  readonly database: DatabaseSync
  /** Further notes for the reader of the report. */
  readonly notes: readonly string[]
}

/** Opens an SQLite file; the error of a wrong one says the reason in a line. */
export async function openSqlite(path: string): Promise<OpenFile> {
  const isLogged = readHeader(path)
  // Read before SQLite creates an empty one.
  const hasLog = !isLogged || Boolean(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size)
  const { DatabaseSync } = await import('node:sqlite')
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: patience })
    database.prepare('select count(*) from sqlite_master').get()
    return { database, notes: hasLog ? [] : [lostLog(path)] }
  } catch (cause) {
    const result = Number(Object(cause).errcode) & 0xff
    throw usageError(reasons.get(result)?.(path) ?? `SQLite can't read ${path}: ${cause}`)
  }
}

const damaged = (path: string) => `${path} is damaged, or a half copy: copy it again`

/** Reasons by result code: https://www.sqlite.org/rescode.html */
const reasons: ReadonlyMap<number, (path: string) => string> = new Map([
  [5, (path) => `${path} is locked: end the program that writes to it, or copy the file`],
  [11, damaged],
  [26, damaged],
  [14, (path) => `${path} needs its log, and its folder can't be written: copy it elsewhere`],
])

/** The beginning of every file: https://www.sqlite.org/fileformat2.html#magic_header_string */
const beginning = 'SQLite format 3\0'

/** Refuses a file that is not a database. True if its newest pages may be in a log beside it. */
function readHeader(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usageError(`There is no file ${path}`)
  if (found.isDirectory()) throw usageError(`${path} is a folder: name the database file in it`)
  if (!found.isFile()) throw usageError(`${path} is no file`)
  if (found.size === 0) throw usageError(`${path} is empty: it holds no database`)
  const bytes = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  if (bytes.toString('latin1', 0, beginning.length) !== beginning)
    throw usageError(`${path} is no SQLite database, or an encrypted one`)
  return bytes[18] === 2
}

function lostLog(path: string): string {
  const name = basename(path)
  return `${name}-wal is not beside ${name}. If the application was still running when ${name} was copied, copy both: the newest people are in it.`
}

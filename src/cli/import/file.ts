import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CliContext, unknownName, usageError } from '../command.ts'
import { readText } from '../read-text.ts'
import type { Mapping } from './files/mapping.ts'
import { mappings } from './files/mappings.ts'
import { readRows } from './files/read-rows.ts'
import { type HashConfig, personReader, unfolded } from './files/to-person.ts'
import { importPeople } from './import-people.ts'
import type { People } from './person.ts'
import type { ImportReport } from './report.ts'
import type { Target } from './target.ts'

/** The known exports. */
export const fileSources: readonly string[] = Object.keys(mappings)

/** Options of an import of a file. */
interface FileSource {
  readonly source: string
  readonly file: string | undefined
  readonly hashConfig: string | undefined
  /** Other names of columns: `email=mail_address`. */
  readonly columns: readonly string[]
}

/** Imports all people from a file that another service exported. */
export async function importFile(
  target: Target,
  { source, file, hashConfig, columns }: FileSource,
  context: CliContext,
): Promise<ImportReport> {
  const usual = mappings[source]
  if (!usual) throw usageError(`There is no export of "${source}"`)
  if (!file) throw usageError(`The file is missing: npx porticojs import ${source} <file>`)
  const path = resolve(context.folder, file)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw usageError(`There is no file ${file}`)
  const named = chosen(columns, Object.keys(usual))
  const mapping = { ...usual, ...named }
  await assertColumns(path, mapping, Object.values(named))
  const toPerson = personReader(mapping, {
    now: target.now,
    hashConfig: hashConfig ? readHashConfig(context.folder, hashConfig) : undefined,
  })
  const people = async function* (): People {
    for await (const row of readRows(path, mapping.lists ?? [])) yield toPerson(row)
  }
  return importPeople(target, source, people(), (read) => context.note(`${read} people read`))
}

/** The columns that `--column` names differently from the usual mapping. */
function chosen(columns: readonly string[], known: readonly string[]): Record<string, string> {
  const names = [...new Set([...known, 'fullName', 'password', 'username', 'totp'])].filter(
    (name) => !['name', 'lists', 'accounts', 'providers'].includes(name),
  )
  const pairs = columns.map((pair): [string, string] => {
    const [name = '', column = ''] = pair.split('=')
    const field = name === 'name' ? 'fullName' : name
    if (column && !names.includes(field)) throw unknownName('field', name, names)
    if (column) return [field, column]
    throw usageError(`--column ${pair} is not understood: write --column email=mail_address`)
  })
  return Object.fromEntries(pairs)
}

/** Refuses a column that no row has: everybody would be imported without its content, and a second run would not import them again. */
async function assertColumns(path: string, mapping: Mapping, named: readonly string[]) {
  let missing = named.filter((column) => !column.includes('{'))
  if (missing.length === 0) return
  for await (const found of readRows(path, mapping.lists ?? [])) {
    const row = 'row' in found ? unfolded(mapping, found.row) : {}
    missing = missing.filter((column) => !((column.split('.')[0] ?? '') in row))
    if (missing.length === 0) return
  }
  throw usageError(`No row has the column ${missing.join(', ')}`)
}

function readHashConfig(folder: string, file: string): HashConfig {
  const read = Object(parsedJson(readText(folder, file)))
  const config = Object('hash_config' in read ? read.hash_config : read)
  const names = ['base64_signer_key', 'base64_salt_separator', 'rounds', 'mem_cost']
  const missing = names.filter((name) => config[name] === undefined)
  if (missing.length === 0) return config
  throw usageError(`--hash-config has no ${missing.join(', ')}: copy them from Firebase's console`)
}

/** Parses JSON; undefined if it is invalid. */
function parsedJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

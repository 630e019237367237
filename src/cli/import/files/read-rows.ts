import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { at } from '../../../description/json-path.ts'
import { usageError } from '../../command.ts'
import { readCsv } from './csv.ts'
import type { FileRow } from './file-row.ts'

/**
 * The rows of a file: JSON with a list (`lists` are its possible places), JSON lines, or CSV with a header. The first character decides.
 */
export async function* readRows(path: string, lists: readonly string[]): AsyncIterable<FileRow> {
  const first = await firstCharacter(path)
  if (first === undefined) throw usageError(`${path} is empty`)
  if (first === '<') throw usageError(`${path} is HTML or XML: JSON and CSV can be read`)
  if (first === '\uFFFD') throw usageError(`${path} is saved as UTF-16: save it as UTF-8`)
  if (first !== '[' && first !== '{') yield* readCsv(createReadStream(path, 'utf8'))
  else if (first === '{' && (await isJsonLines(path))) yield* readLines(path)
  else yield* readList(path, lists)
}

async function* readList(path: string, lists: readonly string[]): AsyncIterable<FileRow> {
  const whole: unknown = parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  const list = Array.isArray(whole)
    ? whole
    : lists.map((place) => at(whole, place)).find(Array.isArray)
  if (whole === undefined) throw usageError(`${path} is not valid JSON`)
  if (!list) throw usageError(`${path} holds no list of people in JSON`)
  for (const [index, row] of list.entries()) yield checked(index + 1, row)
}

async function* readLines(path: string): AsyncIterable<FileRow> {
  let line = 0
  for await (const written of linesOf(path)) {
    line++
    if (written.trim() !== '') yield checked(line, parse(written))
  }
}

function checked(line: number, row: unknown): FileRow {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
    ? { line, row: row as Record<string, unknown> }
    : { line, problem: 'is not an object in JSON' }
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

/** True for JSON lines: the first line is an object, and a person. */
async function isJsonLines(path: string): Promise<boolean> {
  for await (const line of linesOf(path))
    if (line.trim() !== '') return parse(line) !== undefined && isPersonLine(path, line)
  return false
}

/** True if the first line is a person: a file of one line may also be an object that contains the list. */
async function isPersonLine(path: string, first: string): Promise<boolean> {
  const value = parse(first)
  const hasList = Object.values(Object(value)).some(
    (one) => Array.isArray(one) && one.length > 0 && Object(one[0]) === one[0],
  )
  if (!hasList) return true
  let lines = 0
  for await (const line of linesOf(path)) if (line.trim() !== '' && ++lines > 1) return true
  return 'id' in Object(value) || 'user_id' in Object(value)
}

async function firstCharacter(path: string): Promise<string | undefined> {
  for await (const line of linesOf(path)) {
    const [first] = line.replace(/^\uFEFF/, '').trim()
    if (first) return first
  }
  return undefined
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
}

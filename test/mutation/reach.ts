import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { type Reach, reachFile, readLines } from './plan.ts'
import { run } from './run.ts'

/** What a test file costs and reaches, learnt by running it once without a mutant. */
export interface Known {
  /** Of the file as it was then. */
  hash: string
  milliseconds: number
  /** Milliseconds by story. */
  stories: Record<string, number>
  /** The stories that reach a mutant; `null`: it is reached before any story begins, so all of them matter. */
  reaches: Record<number, string[] | null>
}

/** By test file. */
export type Knowledge = Record<string, Known>

const oneHour = 3_600_000

/**
 * Which stories reach which mutants. Files that have not changed since the last time, for the same mutants of the same sources, are
 * not run again.
 */
export async function learn(
  copy: string,
  files: readonly string[],
  mutants: readonly Mutant[],
  cache: string,
): Promise<Knowledge> {
  const sources = [...new Set(mutants.map(({ path }) => path))]
  const key = hash([JSON.stringify(mutants), ...sources.map((path) => text(copy, path))])
  const place = join(cache, `${key}.json`)
  const known = readCache(place)
  const hashes = new Map(files.map((file) => [file, hash([text(copy, file)])]))
  const fresh = files.filter((file) => known[file]?.hash !== hashes.get(file))
  if (fresh.length > 0) {
    rmSync(join(copy, reachFile), { force: true })
    await run(
      copy,
      { active: 0, records: true, files: [...fresh], stories: {} },
      { milliseconds: oneHour },
    )
    const atLoad = new Set(mutants.filter((mutant) => mutant.atLoad).map(({ id }) => id))
    Object.assign(known, digest(readLines(copy, reachFile), hashes, atLoad))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, JSON.stringify(known))
  }
  return Object.fromEntries(files.flatMap((file) => (known[file] ? [[file, known[file]]] : [])))
}

/** What takes effect when a file is loaded matters to every story, even where one of them loads it first. */
function digest(
  lines: Reach[],
  hashes: Map<string, string>,
  atLoad: ReadonlySet<number>,
): Knowledge {
  const known: Knowledge = {}
  for (const { file, story, milliseconds, reached } of lines) {
    const hash = hashes.get(file) ?? ''
    known[file] ??= { hash, milliseconds: 0, stories: {}, reaches: {} }
    const entry = known[file]
    if (story === undefined) entry.milliseconds += milliseconds
    else entry.stories[story] = milliseconds
    for (const id of reached) {
      const before = entry.reaches[id]
      if (story === undefined || before === null || atLoad.has(id)) entry.reaches[id] = null
      else entry.reaches[id] = [...(before ?? []), story]
    }
  }
  return known
}

function readCache(place: string): Knowledge {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return {}
  }
}

function text(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

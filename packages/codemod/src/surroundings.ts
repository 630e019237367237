import type { Importance } from './source.ts'

/** A note about a file that is not a source. */
interface Said {
  readonly start: number
  readonly note: string
  readonly importance?: Importance
}

const oldestNext = 13

/** Obstacles in the files beside the sources: versions that are too old, settings of compilers, names of packages. */
export function judgeSurroundings(path: string, text: string): Said[] {
  if (/(^|\/)package\.json$/.test(path)) return judgeManifest(text)
  if (/(^|\/)[jt]sconfig[\w.-]*\.json$/.test(path)) return judgeCompiler(text)
  if (/\.(astro|mdx)$/.test(path)) return judgeForeign(text)
  return []
}

/** Imports in languages that the command does not parse. */
function judgeForeign(text: string): Said[] {
  const start = text.search(/['"](next-auth|@auth\/(?![\w-]+-adapter)[\w-]+)(\/|['"])/)
  if (start < 0) return []
  const note = 'this file is not read by the command: change its imports of Auth.js by hand'
  return [{ start, note, importance: 'first' }]
}

function judgeManifest(text: string): Said[] {
  const found: Said[] = []
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = read(text)
  const next = major(Object(dependencies).next ?? Object(devDependencies).next)
  if (next !== undefined && next < oldestNext) {
    const start = text.indexOf('"next"')
    const note = `Portico needs Next ${oldestNext} or newer, and this is ${next}`
    found.push({ start, note, importance: 'first' })
  }
  const typescript = major(Object(devDependencies).typescript ?? Object(dependencies).typescript)
  if (typescript !== undefined && typescript < 5) {
    const start = text.indexOf('"typescript"')
    const note = `Portico needs TypeScript 5 or newer, and this is ${typescript}`
    found.push({ start, note, importance: 'first' })
  }
  for (const others of [peerDependencies, optionalDependencies]) {
    const old = Object.keys(Object(others)).find((name) => /^(next-auth|@auth\/core)$/.test(name))
    if (!old) continue
    const note = `${old} is a peer or optional dependency here: exchange it for porticojs`
    found.push({ start: text.indexOf(`"${old}"`), note })
  }
  return found
}

function judgeCompiler(text: string): Said[] {
  const named = /"types"\s*:\s*\[[^\]]*"(next-auth[^"]*|@auth\/[^"]*)"/.exec(text)
  if (!named) return []
  const note = `"types" names ${named[1]}: exchange it for porticojs, or take it out`
  return [{ start: named.index, note, importance: 'first' }]
}

function read(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The version that a range begins with: 14 of `^14.2.3`. */
export function major(range: unknown): number | undefined {
  const [, found] = /^[~^>=v\s]*(\d+)\b/.exec(String(range ?? '')) ?? []
  return found === undefined ? undefined : Number(found)
}

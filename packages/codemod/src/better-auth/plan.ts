import { isEnvironmentFile } from '../environment-file.ts'
import { byImportance, type ChangedFile, isSourceFile, type Look, type Plan } from '../plan.ts'
import {
  applyEdits,
  type Edit,
  type Finding,
  findAll,
  type Note,
  readSource,
  type Source,
} from '../source.ts'
import { findNames, type Names } from './application.ts'
import { moveClients } from './client.ts'
import { moveClientCalls } from './client-calls.ts'
import { moveConfigurations } from './configuration.ts'
import { renameVariables } from './environment.ts'
import { moveImports } from './imports.ts'
import { neededImports } from './needed-imports.ts'
import { moveServerCalls } from './server-calls.ts'

/** True if a text may be about Better Auth at all. */
export function mentionsBetterAuth(text: string): boolean {
  return /better-auth|BETTER_AUTH_/.test(text)
}

/** Plans the move of an application from the texts of its files, by their paths from its folder. */
export function planFromBetterAuth(files: ReadonlyMap<string, string>): Plan {
  const changed: ChangedFile[] = []
  const looks: Look[] = []
  const look = (path: string, text: string, { start, note, importance = 'check' }: Note) => {
    looks.push({ path, line: text.slice(0, start).split('\n').length, note, importance })
  }
  const isMoving = [...files].some(
    ([path, text]) => isSourceFile(path) && /['"]better-auth/.test(text),
  )
  const sources = isMoving ? readSources(files, look) : []
  const names = findNames(sources)
  const moved = new Map(sources.map((source) => [source.path, move(source, names)]))
  for (const [path, text] of files) {
    const { edits = [], notes = [] } = moved.get(path) ?? {}
    for (const note of notes) look(path, text, note)
    const now = edits.length > 0 ? applyEdits(text, edits) : text
    const isNamed = isEnvironmentFile(path) || isSourceFile(path)
    const named = isNamed ? renameVariables(path, now) : { text: now, changes: [], left: [] }
    for (const note of named.left) look(path, text, { start: 0, note })
    const changes = [...edits.flatMap(({ change }) => change ?? []), ...named.changes]
    if (changes.length > 0) changed.push({ path, text: named.text, changes: [...new Set(changes)] })
    const start = isNamed ? -1 : text.indexOf('BETTER_AUTH_')
    const note = 'BETTER_AUTH_SECRET and BETTER_AUTH_URL are AUTH_SECRET and AUTH_URL now'
    if (start >= 0) look(path, text, { start, note })
  }
  return { files: changed, looks: byImportance(looks) }
}

function readSources(
  files: ReadonlyMap<string, string>,
  look: (path: string, text: string, note: Note) => void,
): Source[] {
  const may = /better-auth|\.api\.\w|createAuthClient|[cC]lient|useSession|signIn|signUp|signOut/
  return [...files].flatMap(([path, text]) => {
    if (!isSourceFile(path) || !may.test(text)) return []
    try {
      return readSource(path, text)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : 'its syntax is unknown'
      const note = `this file could not be read: ${why}`
      if (mentionsBetterAuth(text)) look(path, text, { start: 0, note, importance: 'first' })
      return []
    }
  })
}

/** The edits of one source. Of overlapping edits, the larger one is kept. */
function move(source: Source, names: Names): { edits: Edit[]; notes: Note[] } {
  const imports = neededImports()
  const findings: Finding[] = [
    ...moveConfigurations(source, imports),
    ...moveServerCalls(source, names, imports),
    ...moveClients(source, names, imports),
    ...moveClientCalls(source, names, imports),
  ]
  findings.push(...moveImports(source, imports, calledPlugins(source)))
  const notes = findings.filter((one): one is Note => 'note' in one)
  const wanted = findings.filter((one): one is Edit => 'text' in one)
  const edits: Edit[] = []
  for (const edit of wanted.sort((a, b) => b.end - b.start - (a.end - a.start))) {
    const isInside = edits.some((other) => edit.start < other.end && other.start < edit.end)
    if (!isInside) edits.push(edit)
  }
  return whole(
    source,
    edits.sort((a, b) => a.start - b.start),
    notes,
  )
}

/** The edits, or none and a note if the file could not be read afterwards: it is left to a person. */
function whole(source: Source, edits: Edit[], notes: Note[]): { edits: Edit[]; notes: Note[] } {
  if (edits.length === 0) return { edits, notes }
  try {
    readSource(source.path, applyEdits(source.text, edits))
    return { edits, notes }
  } catch {
    const note = 'this file could not be changed without breaking it: change it by hand'
    return { edits: [], notes: [...notes, { start: 0, note, importance: 'first' }] }
  }
}

/** Plugins in a list of `plugins`, where each of them has its own finding. */
function calledPlugins({ file }: Source): ReadonlySet<string> {
  const lists = findAll(file.program, 'ObjectProperty').filter(
    ({ key }) => key.type === 'Identifier' && key.name === 'plugins',
  )
  const named = lists.flatMap((one) => findAll(one, 'Identifier').map(({ name }) => name))
  return new Set(named)
}

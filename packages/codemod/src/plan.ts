import { basename, dirname, extname } from 'node:path/posix'
import { judgeCallbacks } from './callbacks.ts'
import { judgeCalls } from './calls.ts'
import { type Elsewhere, findConfigurations, type Wanted } from './configurations.ts'
import { cookieName, judgeCookies, otherCookie } from './cookie-names.ts'
import { declaredTypes, moveDeclarations } from './declarations.ts'
import {
  authSecretsIn,
  isEnvironmentFile,
  moveEnvironment,
  variablesOf,
} from './environment-file.ts'
import { moveImports } from './imports.ts'
import { moveOptions } from './options.ts'
import { moveProviderOptions } from './provider-options.ts'
import { judgeProviders } from './providers.ts'
import { moveReferences } from './references.ts'
import { judgeSecondFactors } from './second-factors.ts'
import { completeUsers } from './session-users.ts'
import {
  applyEdits,
  type Edit,
  type Finding,
  type Importance,
  type Note,
  readSource,
  type Source,
} from './source.ts'
import { judgeSurroundings } from './surroundings.ts'
import { componentFiles } from './svelte-components.ts'
import { completeSvelteKit } from './sveltekit.ts'
import { judgeSettings } from './tool-settings.ts'
import { renameVariables } from './variable-names.ts'
import { isForVersion4 } from './versions.ts'

/** A file that changes. */
export interface ChangedFile {
  readonly path: string
  readonly text: string
  /** The change in words. */
  readonly changes: readonly string[]
}

/** A place that a person must look at. */
export interface Look {
  readonly path: string
  readonly line: number
  readonly note: string
  readonly importance: Importance
}

/** The changes that move an application, not yet written. */
export interface Plan {
  readonly files: readonly ChangedFile[]
  readonly looks: readonly Look[]
}

/** Facts that are not in the files. */
export interface PlanInputs {
  /** The day of the move, such as 2026-11-15. */
  readonly today: string
  newSecret(): string
}

/** True for sources in a language that is parsed here. */
export function isSourceFile(path: string): boolean {
  return /\.([cm]?[jt]sx?|svelte|vue)$/.test(path)
}

/** True if a text may be about Auth.js at all. */
export function mentionsAuthjs(text: string): boolean {
  return /next-auth|@auth\/|NEXTAUTH_|\bauthjs\.\w/.test(text)
}

/** Plans the move of an application from the texts of its files, by their paths from its folder. */
export function planMove(files: ReadonlyMap<string, string>, inputs: PlanInputs): Plan {
  const changed: ChangedFile[] = []
  const looks: Look[] = []
  const look: TellOf = (path, text, { start, note, importance = 'check' }) => {
    looks.push({ path, line: text.slice(0, start).split('\n').length, note, importance })
  }
  const sources = readSources(files, look)
  const context = {
    ...inputs,
    declared: declaredTypes(sources),
    elsewhere: findElsewhere(sources),
    variables: allVariables(files),
    isForVersion4: (path: string) => isForVersion4(path, files),
  }
  const movedSources = sources.map((source) => moveWhole(source, context))
  const holders = new Set(
    sources.filter((one) => holdsOptions(one, context)).map(({ path }) => path),
  )
  // A second run must not add today as the day of the move.
  const isMove = movedSources.some(({ changes }) => changes.length > 0)
  const since = isMove ? inputs.today : undefined
  for (const [path, text] of files) {
    if (!isEnvironmentFile(path)) continue
    const beside = secretsBeside(path, files)
    const { notes, ...moved } = moveEnvironment(path, text, { ...inputs, beside, since })
    for (const note of notes) look(path, text, note)
    if (moved.changes.length > 0) changed.push({ path, ...moved })
  }
  changed.push(...componentFiles(sources, files))
  for (const { notes, ...file } of movedSources) {
    for (const note of notes) look(file.path, files.get(file.path) ?? '', note)
    if (file.changes.length > 0) changed.push(file)
  }
  for (const [path, text] of files) {
    if (isSourceFile(path) || isEnvironmentFile(path)) continue
    for (const [what, note] of elsewhereNamed) {
      const start = text.search(what)
      if (start >= 0) look(path, text, { start, note })
    }
    const said = isMove || isForeign.test(path) ? judgeSurroundings(path, text) : []
    for (const one of said) look(path, text, one)
  }
  const asks = (path: string) =>
    holders.has(path) || movedSources.some((one) => one.path === path && startsSignIn(one))
  for (const { path, note } of isMove ? judgeSecondFactors(files, asks) : [])
    look(path, files.get(path) ?? '', note)
  return { files: changed, looks: byImportance(saidOnce(looks)) }
}

/** Reports a look that is repeated in a file only at its first place, so that it does not hide the rest. */
function saidOnce(looks: readonly Look[]): Look[] {
  const alike = Map.groupBy(looks, ({ path, note }) => `${path}\n${note}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? []
    return { ...first, note: `${first.note} (${others.length} more in this file)` }
  })
}

function startsSignIn({ text, changes }: ChangedFile): boolean {
  return changes.length > 0 && /\bsignIn\s*\(/.test(text)
}

/** Sources in languages that are not parsed here. */
const isForeign = /\.(astro|mdx)$/

type TellOf = (path: string, text: string, note: Note) => void

/** Names to look for in files that are not parsed. */
const elsewhereNamed: readonly [RegExp, string][] = [
  [/NEXTAUTH_/, 'NEXTAUTH_SECRET and NEXTAUTH_URL are AUTH_SECRET and AUTH_URL now'],
  [cookieName, otherCookie],
]

const order: readonly Importance[] = ['first', 'check', 'key']

/** Reasons why an application would not run come first, missing keys last. */
export function byImportance(looks: readonly Look[]): Look[] {
  return order.flatMap((importance) => looks.filter((one) => one.importance === importance))
}

/** Files with a configuration name `providers`, or re-export it. */
const mayHoldOptions = /\bproviders\b|\bexport\b[^'"(;=]*\bfrom\b/

function readSources(files: ReadonlyMap<string, string>, look: TellOf): Source[] {
  const all = [...files].filter(([path]) => isSourceFile(path))
  const moving = all.filter(([, text]) => mentionsAuthjs(text))
  // A configuration may stand in a file that names nothing of Auth.js.
  const others = moving.length === 0 ? [] : all.filter(([, text]) => mayHoldOptions.test(text))
  return [...new Map([...moving, ...others])].flatMap(([path, text]) => {
    try {
      return readSource(path, text)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : 'its syntax is unknown'
      const note = `this file could not be read: ${why}`
      if (mentionsAuthjs(text)) look(path, text, { start: 0, note, importance: 'first' })
      return []
    }
  })
}

function allVariables(files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const environments = [...files].filter(([path]) => isEnvironmentFile(path))
  return new Set(environments.flatMap(([path, text]) => variablesOf(path, text)))
}

/** The values of AUTH_SECRET in the other environment files of a folder, which are read together. */
function secretsBeside(path: string, files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([other, text]) => {
    const isBeside = other !== path && dirname(other) === dirname(path) && isEnvironmentFile(other)
    return isBeside ? authSecretsIn(other, text) : []
  })
}

interface Surroundings extends PlanInputs {
  readonly declared: ReadonlySet<string>
  readonly elsewhere: readonly Elsewhere[]
  readonly variables: ReadonlySet<string>
  isForVersion4(path: string): boolean
}

/** The configurations that files take from others, through any number of re-exports. */
function findElsewhere(sources: readonly Source[]): readonly Elsewhere[] {
  let known: readonly Elsewhere[] = []
  for (;;) {
    const found = sources.flatMap(
      (source) => findConfigurations(source, wantedFrom(source.path, known)).elsewhere,
    )
    const each = new Map(found.map((one) => [JSON.stringify(one), one]))
    if (each.size === known.length) return known
    known = [...each.values()]
  }
}

/** The most passes over a source: one change may make another one possible. */
const maxPasses = 5

/** One source after all automatic changes. If the result could not be parsed, the source stays as it is, with a note. */
function moveWhole(
  source: Source,
  context: Surroundings,
): ChangedFile & { notes: readonly Note[] } {
  const { path, text } = source
  const first = sortFindings(moveSource(source, context))
  const changes = new Set<string>()
  let moved = source
  try {
    for (let pass = 0; pass < maxPasses; pass++) {
      const { edits } = pass === 0 ? first : sortFindings(moveSource(moved, context))
      if (edits.length === 0) break
      for (const { change } of edits) if (change) changes.add(change)
      moved = readSource(path, applyEdits(moved.text, edits))
    }
  } catch {
    const note = 'this file could not be changed without breaking it: change it by hand'
    const told: Note = { start: 0, note, importance: 'first' }
    return { path, text, changes: [], notes: [...first.notes, told] }
  }
  return { path, text: moved.text, changes: [...changes], notes: first.notes }
}

/** Everything that is found in one source. */
function moveSource(source: Source, context: Surroundings): Finding[] {
  const { today } = context
  const isVersion4 = context.isForVersion4(source.path)
  const found = findConfigurations(source, wantedFrom(source.path, context.elsewhere))
  return [
    ...moveImports(source, { declared: context.declared, isVersion4 }),
    ...moveDeclarations(source),
    ...moveReferences(source),
    ...completeSvelteKit(source),
    ...renameVariables(source),
    ...completeUsers(source),
    ...judgeCalls(source),
    ...moveProviderOptions(source, isVersion4),
    ...judgeCookies(source, found.objects),
    ...judgeSettings(source),
    ...[...found.objects].flatMap((object) => [
      ...moveOptions({ source, today, isSpread: found.spread.has(object) }, object),
      ...judgeCallbacks(source, object),
      ...judgeProviders(source, object, context.variables),
    ]),
  ]
}

function holdsOptions(source: Source, { elsewhere }: Surroundings): boolean {
  return findConfigurations(source, wantedFrom(source.path, elsewhere)).objects.size > 0
}

/** The names under which other files import configurations from this one. Paths have aliases, so only their ends are compared. */
function wantedFrom(path: string, elsewhere: readonly Elsewhere[]): Wanted {
  const own = path.replace(/\/index\.\w+$/, '')
  const name = basename(own, extname(own) === '.json' ? '' : extname(own))
  const from = elsewhere.filter(
    ({ module }) => basename(module).replace(/\.[cm]?[jt]sx?$/, '') === name,
  )
  return new Map(
    from.map(({ name: wanted }) => {
      const isSpread = from.some((one) => one.name === wanted && one.isSpread)
      return [wanted, { isSpread }]
    }),
  )
}

/** Separates edits and notes. Of overlapping edits, the larger one is kept. */
function sortFindings(findings: readonly Finding[]) {
  const notes = findings.filter((finding) => 'note' in finding)
  const edits: Edit[] = []
  const wanted = findings.filter((finding): finding is Edit => 'text' in finding)
  for (const edit of wanted.sort((a, b) => b.end - b.start - (a.end - a.start))) {
    const isInside = edits.some((other) =>
      edit.start === edit.end
        ? (other.start === edit.start && other.text === edit.text) ||
          (other.start < edit.start && edit.start < other.end)
        : edit.start < other.end && other.start < edit.end,
    )
    if (!isInside) edits.push(edit)
  }
  return { edits: edits.sort((a, b) => a.start - b.start), notes }
}

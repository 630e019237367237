import { type ParserPlugin, parse } from '@babel/parser'
import type { File, Node } from '@babel/types'

/** A file of the application that is being moved. */
export interface Source {
  /** From the folder of the application, with slashes. */
  readonly path: string
  readonly text: string
  readonly file: File
}

/** A replacement in a text, and the change to report. Several edits may be one change: only the first reports it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly change?: string
}

/** The time when something must be looked at: before the application runs again, before others use it, or when its keys are at hand. */
export type Importance = 'first' | 'check' | 'key'

/** Something that a person must look at. */
export interface Note {
  readonly start: number
  readonly note: string
  /** By default `check`. */
  readonly importance?: Importance
}

/** The result of a look at one source. */
export type Finding = Edit | Note

/** Files in which `<T>` begins an element; in all others it may be a type. */
const hasElements = /\.([cm]?jsx?|tsx)$/

/**
 * Parses a source. Not with the application's TypeScript, which may be of any version: version 7 has no parser for others. Of Svelte and
 * Vue files only the scripts are read; they keep their places.
 */
export function readSource(path: string, text: string): Source {
  const script = scripts(path, text)
  const isMixed = hasElements.test(path) || /<script\b[^>]*\blang=["']?[jt]sx/.test(text)
  const plugins: ParserPlugin[] = isMixed ? ['typescript', 'jsx'] : ['typescript']
  try {
    return { path, text, file: read(script, [...plugins, 'decorators']) }
  } catch (error) {
    // Only legacy decorators stand before parameters.
    if (!script.includes('@')) throw error
    return { path, text, file: read(script, [...plugins, 'decorators-legacy']) }
  }
}

function read(script: string, plugins: ParserPlugin[]): File {
  const file = parse(script, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    errorRecovery: true,
    plugins,
  })
  // A component may have two scripts, each with names of its own.
  const wrong = file.errors?.find(({ reasonCode }) => reasonCode !== 'VarRedeclaration')
  if (wrong) throw new SyntaxError(String(wrong))
  return file
}

/** The text with blanks for everything but the scripts of a Svelte or Vue component. */
function scripts(path: string, text: string): string {
  if (!/\.(svelte|vue)$/.test(path)) return text
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  let read = ''
  for (const { 1: open = '', 2: script = '', index } of text.matchAll(
    /(<script\b(?:[^>"']|"[^"]*"|'[^']*')*>)(.*?)(?=<\/script>)/gs,
  )) {
    read += blank(text.slice(read.length, index + open.length)) + script
  }
  return read + blank(text.slice(read.length))
}

/** Visits a node and everything below it, except below nodes for which `enter` returns false. */
export function walk(node: Node, enter: (node: Node) => boolean | undefined): void {
  if (enter(node) === false) return
  for (const key in node) {
    if (key === 'loc' || key === 'extra' || key.endsWith('Comments')) continue
    const value: unknown = node[key as keyof Node]
    if (isNode(value)) walk(value, enter)
    else if (Array.isArray(value)) for (const child of value) if (isNode(child)) walk(child, enter)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** All nodes of one type below a node. One walk serves all types: a file is asked for dozens. */
export function findAll<Type extends Node['type']>(
  node: Node,
  type: Type,
): readonly Extract<Node, { type: Type }>[] {
  const found = known.get(node) ?? nodesBelow(node)
  known.set(node, found)
  return (found.get(type) ?? []) as Extract<Node, { type: Type }>[]
}

const known = new WeakMap<Node, Map<string, Node[]>>()

function nodesBelow(node: Node): Map<string, Node[]> {
  const all: Node[] = []
  walk(node, (one) => all.push(one) > 0)
  return Map.groupBy(all, ({ type }) => type)
}

/** The place of a node. */
export function place(node: Node): { start: number; end: number } {
  // The parser fills in both; they are optional for those who make nodes themselves.
  return { start: node.start ?? 0, end: node.end ?? 0 }
}

/** The quotes that a file prefers. */
export function quoteIn(text: string): string {
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? /(['"])/.exec(text) ?? []
  return quote
}

/** The text with all edits made, with its own line breaks. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  // Insertions at one place keep the order in which they were found.
  const fromTheEnd = edits.toReversed().sort((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce((now, { start, end, text: next }) => {
    return now.slice(0, start) + next.replace(/\r?\n/g, lineBreak) + now.slice(end)
  }, text)
}

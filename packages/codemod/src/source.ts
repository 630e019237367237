import { type ParserPlugin, parse } from '@babel/parser'
import type { File, Node } from '@babel/types'

/** A file of the application that is being moved. */
export interface Source {
  /** From the folder of the application, with slashes. */
  readonly path: string
  readonly text: string
  readonly file: File
}

/** A part of a text that is replaced, and what is said about it. Several edits may be one change: only the first has words. */
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

/** Files in which `<T>` may be the beginning of an element: a type can stand there in all others. */
const hasElements = /\.([cm]?jsx?|tsx)$/

/**
 * Reads a source with a parser of our own: the application's TypeScript may be of any version, and version 7 lets nobody parse. Where a
 * file mixes languages, only its scripts are read; they keep their places.
 */
export function readSource(path: string, text: string): Source {
  const script = scripts(path, text)
  const isMixed = hasElements.test(path) || /<script\b[^>]*\blang=["']?[jt]sx/.test(text)
  const plugins: ParserPlugin[] = isMixed ? ['typescript', 'jsx'] : ['typescript']
  try {
    return { path, text, file: read(script, [...plugins, 'decorators']) }
  } catch (error) {
    // Only the older kind stands before parameters.
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

/** Everything but the scripts of a Svelte or Vue component, as blanks. */
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

/** Visits a node and everything below it; what `enter` refuses is not entered. */
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

/** All nodes of one type below a node, which is walked once for all types: a file is asked for dozens. */
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

/** The text with all edits made, in lines that end as its own do. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  // What is added at one place stands there in the order in which it was found.
  const fromTheEnd = edits.toReversed().sort((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce((now, { start, end, text: next }) => {
    return now.slice(0, start) + next.replace(/\r?\n/g, lineBreak) + now.slice(end)
  }, text)
}

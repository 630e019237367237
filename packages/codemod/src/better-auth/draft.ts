import type { Node } from '@babel/types'
import type { Property } from '../properties.ts'
import { type Note, place, type Source } from '../source.ts'
import type { NeededImports } from './needed-imports.ts'

/** The options so far: lines of the new object, the lists in it, and the notes for a person. */
export interface Draft {
  readonly providers: string[]
  readonly parts: string[]
  readonly lines: string[]
  readonly notes: Note[]
}

/** The source that is moved, and the imports that it needs. */
export interface Context {
  readonly source: Source
  readonly imports: NeededImports
}

/** Moves one option. */
export type Move = (draft: Draft, property: Property, context: Context) => void

/** Adds a note about a node. */
export function tell(
  draft: Draft,
  node: Node,
  note: string,
  importance?: Note['importance'],
): void {
  draft.notes.push({ start: place(node).start, note, ...(importance && { importance }) })
}

/** The text of a node. */
export function textOf({ text }: Source, node: Node): string {
  const { start, end } = place(node)
  return text.slice(start, end)
}

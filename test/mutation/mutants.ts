import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { chance } from '../fuzz/chance.ts'
import { operators } from './operators.ts'

/** One small mistake that somebody could have made in a file. */
export interface Mutant {
  /** From 1; nobody is 0. */
  id: number
  /** Relative to the repository, with slashes. */
  path: string
  line: number
  operator: string
  start: number
  end: number
  /** What stands there instead. */
  text: string
  /** What is exchanged: a statement needs other brackets than a value. */
  isStatement: boolean
  /** Whether it stands outside of every function, so that it takes effect when its file is loaded, and then for good. */
  atLoad: boolean
  /** Whether a statement begins here, which a bracket would join to the one before it. */
  leads: boolean
}

export type Found = Omit<Mutant, 'id'>

/** Every mistake that the operators know for a source. */
export function findMutants(path: string, text: string): Found[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node) => {
    for (const [operator, change] of Object.entries(operators)) {
      const made = change(node)
      if (made) found.push(describe(file, operator, made.node, made.text))
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

function describe(file: ts.SourceFile, operator: string, node: ts.Node, text: string): Found {
  const start = node.getStart()
  return {
    path: file.fileName,
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    operator,
    start,
    end: node.end,
    text,
    isStatement: ts.isStatement(node),
    atLoad: !ts.findAncestor(node, (each) => each !== node && ts.isFunctionLike(each)),
    leads: beginsStatement(node, start),
  }
}

function beginsStatement(node: ts.Node, start: number): boolean {
  const statement = ts.findAncestor(node, ts.isExpressionStatement)
  return statement?.getStart() === start && !ts.isIfStatement(statement.parent)
}

/** Every mistake in the rooms (folders below `src/`) of a repository. */
export function mutantsOf(root: string, rooms: readonly string[]): Found[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .flatMap((name) => {
        const path = `src/${room}/${name.split(sep).join('/')}`
        return findMutants(path, readFileSync(join(root, path), 'utf8'))
      }),
  )
}

/** So many of them, drawn by a seed. */
export function draw(found: readonly Found[], count: number, seed: number): Mutant[] {
  const { int } = chance(seed)
  const rest = [...found]
  const drawn = Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(int(rest.length), 1),
  )
  return drawn.flat().map((mutant, index) => ({ ...mutant, id: index + 1 }))
}

/** The source with this one mistake. */
export function mutated(text: string, { start, end, text: instead }: Found): string {
  return text.slice(0, start) + instead + text.slice(end)
}

import type { TSModuleDeclaration } from '@babel/types'
import { newModule } from './module-names.ts'
import { type Finding, findAll, place, type Source } from './source.ts'

/** Leads `declare module 'next-auth'` to ours. Blocks of one file that now extend the same module become one. */
export function moveDeclarations(source: Source): Finding[] {
  const first = new Map<string, TSModuleDeclaration>()
  return findAll(source.file.program, 'TSModuleDeclaration').flatMap((node): Finding[] => {
    if (node.id.type !== 'StringLiteral') return []
    const name = newModule(node.id.value)?.name
    if (!name) return []
    const into = first.get(name)
    if (into) return merge(source, node, into)
    first.set(name, node)
    const { start, end } = place(node.id)
    const change = `declare module '${node.id.value}' → '${name}'`
    return [{ start: start + 1, end: end - 1, text: name, change }]
  })
}

function merge({ text }: Source, node: TSModuleDeclaration, into: TSModuleDeclaration): Finding[] {
  const from = place(node.body)
  const target = place(into.body).end - 1
  const content = text.slice(from.start + 1, from.end - 1).trimEnd()
  const whole = place(node)
  const start = /\s*$/.exec(text.slice(0, whole.start))?.index ?? whole.start
  const lastLine = /\n?[^\S\n]*$/.exec(text.slice(0, target))?.index ?? target
  return [
    { start: lastLine, end: lastLine, text: content, change: 'declarations of one module merged' },
    { start, end: whole.end, text: '' },
  ]
}

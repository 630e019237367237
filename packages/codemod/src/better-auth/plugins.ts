import type { Node } from '@babel/types'
import { unwrap } from '../configurations.ts'
import { type Context, type Draft, tell } from './draft.ts'
import { needless, pluginNotes, pluginParts, pluginProviders } from './tables.ts'

/** Puts a plugin into the list of providers or of parts. */
export function addPlugin(draft: Draft, element: Node, { imports }: Context): void {
  const value = unwrap(element)
  const callee = value.type === 'CallExpression' ? value.callee : value
  const name = callee.type === 'Identifier' ? callee.name : ''
  if (needless.has(name)) return
  const provider = ownEntry(pluginProviders, name)
  const part = ownEntry(pluginParts, name)
  const found = provider ?? part
  if (!found) {
    const instead = ownEntry(pluginNotes, name)
    const note = `the plugin ${name || 'here'} was left out: ${instead ?? 'nothing comes in its place'}`
    tell(draft, element, note, 'first')
    return
  }
  imports.add(found.name, found.module, provider ? 'default' : 'named')
  const list = provider ? draft.providers : draft.parts
  list.push(found.text ?? found.name)
  if (found.note) tell(draft, element, found.note, 'first')
  else if (value.type === 'CallExpression' && value.arguments.length > 0)
    tell(draft, element, `the options of ${name} were left out: ${found.name} has its own`)
}

function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

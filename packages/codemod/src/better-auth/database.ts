import type { Node } from '@babel/types'
import { type Property, readProperties, writtenValue } from '../properties.ts'
import type { Source } from '../source.ts'
import { type Context, type Draft, tell, textOf } from './draft.ts'

const imported =
  'the tables of Portico stand beside those of Better Auth; run `npx porticojs migrate --schema authjs-pg`, then `npx porticojs import better-auth`'

/** The database, by its address if the code shows it. Better Auth's tables stay; ours have other names. */
export function movedDatabase(
  draft: Draft,
  property: Property,
  value: Node,
  { source, imports }: Context,
): string {
  imports.add('sql', 'porticojs/storage/sql')
  imports.add('FromBetterAuth', 'porticojs/parts/better-auth')
  draft.parts.push('FromBetterAuth()')
  tell(draft, property, imported, 'first')
  const address = addressIn(source, value)
  if (address) return `storage: sql(${address}, { schema: 'authjs-pg' })`
  const isAdapter = value.type === 'CallExpression'
  if (!isAdapter) return `storage: sql(${textOf(source, value)}, { schema: 'authjs-pg' })`
  tell(
    draft,
    property,
    'the adapter was left out: pass the address of the database, in DATABASE_URL',
    'first',
  )
  return `storage: sql(process.env.DATABASE_URL ?? '', { schema: 'authjs-pg' })`
}

/** `new Pool({ connectionString })` has an address, and so has `new Database('file.db')`. */
function addressIn(source: Source, value: Node): string | undefined {
  if (value.type !== 'NewExpression') return undefined
  const [first] = value.arguments
  if (first?.type === 'ObjectExpression') {
    const address = writtenValue(readProperties(first).get('connectionString'))
    if (!address) return undefined
    const text = textOf(source, address)
    return /process\.env\.\w+!?$/.test(text) ? `${text.replace(/!$/, '')} ?? ''` : text
  }
  return first?.type === 'StringLiteral' ? `'file:${first.value}'` : undefined
}

import type {
  CallExpression,
  ImportDeclaration,
  ObjectPattern,
  VariableDeclaration,
} from '@babel/types'
import { readProperties, writtenValue } from '../properties.ts'
import { type Finding, findAll, type Note, place, type Source } from '../source.ts'
import { isBetterAuth, madeBy, membersIn, moduleName, type Names } from './application.ts'
import type { NeededImports } from './needed-imports.ts'

/** The replacement of a member that was destructured from a client; undefined if there is none. */
export const memberNames: Readonly<Record<string, string | undefined>> = {
  getSession: 'refresh',
  linkSocial: 'link',
  listAccounts: 'accounts',
  passkey: 'signIn',
  signIn: 'signIn',
  signOut: 'signOut',
  unlinkAccount: 'unlink',
  useSession: 'useSession',
}

/** Turns `createAuthClient()` into `createClient()`, and members destructured from it into those of ours. */
export function moveClients(source: Source, names: Names, imports: NeededImports): Finding[] {
  const { program } = source.file
  const members = findAll(program, 'VariableDeclaration').flatMap((statement) => {
    const [one] = statement.declarations
    const { id, init } = one ?? {}
    if (id?.type !== 'ObjectPattern' || !init) return []
    if (init.type === 'Identifier' && names.clients.has(init.name))
      return taken(source, statement, id, init.name, names)
    if (madeBy(source, init) !== 'createAuthClient') return []
    return taken(source, statement, id, undefined, names)
  })
  const made = findAll(program, 'CallExpression').flatMap((call): Finding[] => {
    if (madeBy(source, call) !== 'createAuthClient') return []
    imports.add('createClient', 'porticojs/client')
    const change = 'createAuthClient() → createClient()'
    return [{ ...place(call), text: 'createClient()', change }, ...judged(call)]
  })
  const used = findAll(program, 'ImportDeclaration').flatMap((one) =>
    importedFrom(source, one, names),
  )
  return [...members, ...made, ...used]
}

/** `export const { signIn, useSession } = createAuthClient()`, or `= authClient`. */
function taken(
  { text }: Source,
  statement: VariableDeclaration,
  pattern: ObjectPattern,
  client: string | undefined,
  { binding }: Names,
): Finding[] {
  const members = membersIn(pattern)
  if (members.size < pattern.properties.length)
    return [{ start: place(statement).start, note: otherPattern, importance: 'first' }]
  const next = [...members].flatMap(([local, member]) => {
    const name = memberNames[member]
    return name ? [{ name, local: local === member ? name : local }] : []
  })
  const hooks = next.filter(({ name }) => name === 'useSession')
  const others = next.filter(({ name }) => name !== 'useSession')
  const list = (some: typeof next, between: string) =>
    [...new Set(some.map((one) => renamed(one, between)))].join(', ')
  const before = text.slice(0, place(statement).start)
  const isExported = /\bexport\s+$/.test(before)
  const start = isExported ? before.lastIndexOf('export') : place(statement).start
  const word = isExported ? 'export ' : ''
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? []
  const lines = [
    ...(client ? [] : [`${word}const client = createClient()`]),
    ...(others.length > 0
      ? [`${word}const { ${list(others, ': ')} } = ${client ?? 'client'}`]
      : []),
    ...(hooks.length > 0
      ? [
          `${isExported ? 'export' : 'import'} { ${list(hooks, ' as ')} } from ${quote}porticojs/${binding}${quote}`,
        ]
      : []),
  ]
  const { end } = place(statement)
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const change = 'what was taken out of the client has the new names'
  return [{ start, end, text: lines.map((line) => line + semicolon).join('\n'), change }]
}

const otherPattern =
  'what is taken out of the client here has other names: docs/browser/README.md lists them'

/** A name, and the one that a file gives it. */
function renamed({ name, local }: { name: string; local: string }, between: string): string {
  return name === local ? name : name + between + local
}

/** Renames the members of a client that another file imports, and drops those that are gone. */
function importedFrom({ text }: Source, node: ImportDeclaration, { members }: Names): Finding[] {
  const exported = isBetterAuth(node.source.value)
    ? undefined
    : members.get(moduleName(node.source.value))
  if (!exported || node.specifiers.some(({ type }) => type !== 'ImportSpecifier')) return []
  const before = node.specifiers.map((one) => text.slice(place(one).start, place(one).end))
  const after = node.specifiers.flatMap((one, index) => {
    const name = one.type === 'ImportSpecifier' && 'name' in one.imported ? one.imported.name : ''
    const member = exported.get(name)
    const next = member === undefined ? name : memberNames[member]
    if (next === undefined) return []
    // A name of the application's own is still the name that the other file exports.
    if (member !== name || next === name) return before[index] ?? []
    return renamed({ name: next, local: one.local.name === name ? next : one.local.name }, ' as ')
  })
  const names = [...new Set(after)]
  if (names.join() === before.join()) return []
  const { start, end } = place(node)
  if (names.length === 0) return [{ start, end: end + (text[end] === '\n' ? 1 : 0), text: '' }]
  const from = text.slice(place(node.source).start, place(node.source).end)
  const semicolon = text[end - 1] === ';' ? ';' : ''
  return [{ start, end, text: `import { ${names.join(', ')} } from ${from}${semicolon}` }]
}

/** A note about `baseURL`, which may be another origin. Plugins need none. */
function judged({ arguments: [given] }: CallExpression): Note[] {
  if (given?.type !== 'ObjectExpression') return []
  const base = writtenValue(readProperties(given).get('baseURL'))
  if (!base) return []
  const note =
    '`baseURL` was left out: the routes are at the page’s own origin. For a front end elsewhere, docs/browser/other-origins.md'
  return [{ start: place(base).start, note }]
}

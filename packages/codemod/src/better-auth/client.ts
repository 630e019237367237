import type { CallExpression, ImportDeclaration, Node, VariableDeclaration } from '@babel/types'
import { readProperties, writtenValue } from '../properties.ts'
import { type Finding, findAll, type Note, place, type Source } from '../source.ts'
import { isBetterAuth, madeBy, moduleName, type Names, patternNames } from './application.ts'
import type { NeededImports } from './needed-imports.ts'

/** The replacement of a member that was destructured from a client; undefined if there is none. */
const memberNames: Readonly<Record<string, string | undefined>> = {
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
  const made = findAll(program, 'VariableDeclaration').flatMap((statement) => {
    const [one] = statement.declarations
    const call = one?.init
    if (
      one?.id.type === 'ObjectPattern' &&
      call?.type === 'Identifier' &&
      names.clients.has(call.name)
    ) {
      return taken(source, statement, one.id, call.name, names)
    }
    if (!one || call?.type !== 'CallExpression' || madeBy(call) !== 'createAuthClient') return []
    imports.add('createClient', 'porticojs/client')
    if (one.id.type === 'ObjectPattern') {
      return [...taken(source, statement, one.id, undefined, names), ...judged(call)]
    }
    const text = 'createClient()'
    return [
      { ...place(call), text, change: 'createAuthClient() → createClient()' },
      ...judged(call),
    ]
  })
  const used = findAll(program, 'ImportDeclaration').flatMap((one) =>
    importedFrom(source, one, names),
  )
  return [...made, ...used]
}

/** `export const { signIn, useSession } = createAuthClient()`, or `= authClient`. */
function taken(
  { text }: Source,
  statement: VariableDeclaration,
  pattern: Node,
  client: string | undefined,
  { binding }: Names,
): Finding[] {
  const next = new Set(patternNames(pattern).flatMap((name) => memberNames[name] ?? []))
  const hasHook = next.delete('useSession')
  const before = text.slice(0, place(statement).start)
  const isExported = /\bexport\s+$/.test(before)
  const start = isExported ? before.lastIndexOf('export') : place(statement).start
  const word = isExported ? 'export ' : ''
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? []
  const lines = [
    ...(client ? [] : [`${word}const client = createClient()`]),
    ...(next.size > 0 ? [`${word}const { ${[...next].join(', ')} } = ${client ?? 'client'}`] : []),
    ...(hasHook
      ? [
          `${isExported ? 'export' : 'import'} { useSession } from ${quote}porticojs/${binding}${quote}`,
        ]
      : []),
  ]
  const { end } = place(statement)
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const change = 'what was taken out of the client has the new names'
  return [{ start, end, text: lines.map((line) => line + semicolon).join('\n'), change }]
}

/** Renames the members of a client that another file imports, and drops those that are gone. */
function importedFrom({ text }: Source, node: ImportDeclaration, { members }: Names): Finding[] {
  const exported = isBetterAuth(node.source.value)
    ? undefined
    : members.get(moduleName(node.source.value))
  if (!exported) return []
  const names = new Set<string>()
  let isOther = false
  for (const one of node.specifiers) {
    const { name } = one.local
    const next = exported.has(name) && one.type === 'ImportSpecifier' ? memberNames[name] : name
    if (next !== name) isOther = true
    if (next) names.add(next)
  }
  if (!isOther || node.specifiers.some(({ type }) => type !== 'ImportSpecifier')) return []
  const { start, end } = place(node)
  if (names.size === 0) return [{ start, end: end + (text[end] === '\n' ? 1 : 0), text: '' }]
  const from = text.slice(place(node.source).start, place(node.source).end)
  const semicolon = text[end - 1] === ';' ? ';' : ''
  return [{ start, end, text: `import { ${[...names].join(', ')} } from ${from}${semicolon}` }]
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

import type { ImportDeclaration, Node } from '@babel/types'
import { importedModule } from '../module-calls.ts'
import { type Finding, findAll, type Note, place, type Source, walk } from '../source.ts'
import { isBetterAuth } from './application.ts'
import type { NeededImports } from './needed-imports.ts'

/** Types that have a counterpart, and what they are called. */
const types: Readonly<Record<string, { name: string; module: string }>> = {
  Account: { name: 'Account', module: 'porticojs' },
  BetterAuthOptions: { name: 'AuthConfig', module: 'porticojs' },
  Session: { name: 'Session', module: 'porticojs' },
  User: { name: 'User', module: 'porticojs' },
}

/** Names whose calls were moved, or which are not needed. */
const moved =
  /^(betterAuth|createAuthClient|to(NextJs|Node|SolidStart)Handler|svelteKitHandler|fromNodeHeaders|getSessionCookie|nextCookies|sveltekitCookies|(prisma|drizzle|mongodb|kysely)Adapter|\w*Client|inferAdditionalFields)$/

/** Puts the new imports in the place of those of Better Auth. */
export function moveImports(
  source: Source,
  imports: NeededImports,
  plugins: ReadonlySet<string>,
): Finding[] {
  const { text } = source
  const old = findAll(source.file.program, 'ImportDeclaration').filter((one) =>
    isBetterAuth(one.source.value),
  )
  const notes = old.flatMap((one) => judge(one, imports, plugins))
  const [first, ...others] = old
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? []
  const semicolon = first
    ? text[place(first).end - 1] === ';'
    : /\bfrom\s*['"][^'"]*['"];/.test(text)
  const lines = imports.lines(quote, semicolon ? ';' : '')
  if (!first) {
    const at = place(source.file.program.body[0] ?? source.file.program).start
    const start = startOf(source, at)
    return lines.length > 0
      ? [{ start, end: start, text: `${lines.join('\n')}\n`, change: 'imports added' }]
      : []
  }
  const change = 'imports of better-auth → porticojs'
  return [
    lines.length > 0
      ? { ...place(first), text: lines.join('\n'), change }
      : { ...wholeLine(text, first), text: '', change },
    ...others.map((one) => ({ ...wholeLine(text, one), text: '' })),
    ...notes,
  ]
}

/** Notes about places that name a module of Better Auth and are no imports: re-exports, `import()`, `require()`, mocks. */
export function judgeOtherImports({ file: { program } }: Source): Note[] {
  const notes: Note[] = []
  walk(program, (node) => {
    const isExport = /^Export(Named|All)Declaration$/.test(node.type) && 'source' in node
    const module = isExport ? node.source : importedModule(node)
    const name = module && typeof module === 'object' && 'value' in module ? module.value : ''
    if (typeof name === 'string' && isBetterAuth(name)) {
      const note = `${name} is named here, where the command changes nothing: move it by hand`
      notes.push({ start: place(node).start, note, importance: 'first' })
    }
    return true
  })
  return notes
}

/** True for a file of CommonJS, which cannot have the imports that a move needs. */
export function isCommonJs({ file: { program } }: Source): boolean {
  return (
    findAll(program, 'ImportDeclaration').length === 0 &&
    findAll(program, 'CallExpression').some(
      ({ callee }) => callee.type === 'Identifier' && callee.name === 'require',
    )
  )
}

/** Notes about names whose import was dropped, and which are still used after the move. */
export function judgeLeftNames(before: Source, after: Source): Note[] {
  const { used, imported } = namesIn(after)
  return findAll(before.file.program, 'ImportDeclaration').flatMap(({ source, specifiers }) => {
    if (!isBetterAuth(source.value)) return []
    const left = specifiers.filter(({ local: { name } }) => used.has(name) && !imported.has(name))
    return left.map((one): Note => {
      const note = `${one.local.name} of ${source.value} is used here in a way that the command does not move: move it by hand`
      return { start: place(one).start, note, importance: 'first' }
    })
  })
}

/** The names that a file uses, and those that it imports. */
function namesIn({ file: { program } }: Source) {
  const used = new Set<string>()
  const fields = new Set<Node>()
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') return false
    const isComputed = 'computed' in node && node.computed
    if ('property' in node && !isComputed) fields.add(node.property)
    if ('key' in node && !isComputed) fields.add(node.key)
    if (node.type === 'Identifier' && !fields.has(node)) used.add(node.name)
    return true
  })
  const imports = findAll(program, 'ImportDeclaration').flatMap(({ specifiers }) => specifiers)
  return { used, imported: new Set(imports.map(({ local }) => local.name)) }
}

/** The place of new imports, after directives such as 'use client'. */
function startOf({ file }: Source, at: number): number {
  const first = findAll(file.program, 'ImportDeclaration')[0]
  return first ? place(first).start : at
}

function judge(
  node: ImportDeclaration,
  imports: NeededImports,
  plugins: ReadonlySet<string>,
): Note[] {
  return node.specifiers.flatMap((one) => {
    const name =
      one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
        ? one.imported.name
        : one.local.name
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type) {
      imports.add(
        type.name === one.local.name ? type.name : `${type.name} as ${one.local.name}`,
        type.module,
        'type',
      )
      return []
    }
    if (moved.test(name) || plugins.has(one.local.name)) return []
    const note = `nothing comes in the place of ${name} of ${node.source.value}`
    return [{ start: place(one).start, note, importance: 'first' as const }]
  })
}

function wholeLine(text: string, node: ImportDeclaration): { start: number; end: number } {
  const { start, end } = place(node)
  return { start, end: text[end] === '\n' ? end + 1 : end }
}

import type { ImportDeclaration } from '@babel/types'
import { type Finding, findAll, type Note, place, type Source } from '../source.ts'
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
    // Calls are found by the names that Better Auth gives them.
    if ((moved.test(name) && name === one.local.name) || plugins.has(one.local.name)) return []
    const note = `nothing comes in the place of ${name} of ${node.source.value}`
    return [{ start: place(one).start, note, importance: 'first' as const }]
  })
}

function wholeLine(text: string, node: ImportDeclaration): { start: number; end: number } {
  const { start, end } = place(node)
  return { start, end: text[end] === '\n' ? end + 1 : end }
}

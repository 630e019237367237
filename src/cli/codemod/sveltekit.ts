import type { CallExpression, ImportDeclaration } from '@babel/types'
import { type Edit, type Finding, findAll, place, type Source } from './source.ts'

/** `SvelteKitAuth()` is passed what it imported itself at Auth.js: how the application redirects, and the environment. */
export function completeSvelteKit(source: Source): Finding[] {
  const imports = findAll(source.file.program, 'ImportDeclaration')
  const theirs = imports.find((one) => one.source.value === '@auth/sveltekit')
  if (!theirs || !importsName(theirs, 'SvelteKitAuth')) return []
  return findAll(source.file.program, 'CallExpression').flatMap((call) =>
    call.callee.type === 'Identifier' && call.callee.name === 'SvelteKitAuth'
      ? complete(source, call, theirs, imports)
      : [],
  )
}

function complete(
  { text }: Source,
  call: CallExpression,
  theirs: ImportDeclaration,
  imports: readonly ImportDeclaration[],
): Finding[] {
  const [first, second] = call.arguments
  if (!first || second) return []
  const { end } = place(first)
  const change = '`redirect` and `env` are passed to SvelteKitAuth'
  const bring = (name: string, module: string): Edit[] => {
    if (imports.some((one) => one.source.value === module && importsName(one, name))) return []
    return [addImport(text, theirs, name, module)]
  }
  return [
    { start: end, end, text: ', { redirect, env }', change },
    ...bring('redirect', '@sveltejs/kit'),
    ...bring('env', '$env/dynamic/private'),
  ]
}

function importsName({ specifiers }: ImportDeclaration, name: string): boolean {
  return specifiers.some(({ type, local }) => type === 'ImportSpecifier' && local.name === name)
}

/** One more import, below another and in its manner. */
function addImport(text: string, below: ImportDeclaration, name: string, module: string): Edit {
  const { end } = place(below)
  const quote = text[place(below.source).start] ?? "'"
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const line = `import { ${name} } from ${quote}${module}${quote}${semicolon}`
  return { start: end, end, text: `\n${line}` }
}

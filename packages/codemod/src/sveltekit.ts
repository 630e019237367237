import type { CallExpression, ImportDeclaration } from '@babel/types'
import { type Edit, type Finding, findAll, place, type Source } from './source.ts'

/** Passes `SvelteKitAuth()` what it imported itself in Auth.js: `redirect`, and the environment. */
export function completeSvelteKit(source: Source): Finding[] {
  const imports = findAll(source.file.program, 'ImportDeclaration')
  const theirs = imports.find((one) => one.source.value === '@auth/sveltekit')
  const name = theirs && localName(theirs, 'SvelteKitAuth')
  if (!name) return []
  return findAll(source.file.program, 'CallExpression').flatMap((call) =>
    call.callee.type === 'Identifier' && call.callee.name === name
      ? complete(source, call, theirs, imports)
      : [],
  )
}

function complete(
  source: Source,
  call: CallExpression,
  theirs: ImportDeclaration,
  imports: readonly ImportDeclaration[],
): Finding[] {
  const { text } = source
  const [first, second] = call.arguments
  if (!first || second) return []
  const change = '`redirect` and `env` are passed to SvelteKitAuth'
  const bring = (name: string, other: string, module: string) => {
    const known = imports
      .filter((one) => one.source.value === module)
      .map((one) => localName(one, name))
      .find((one) => one !== undefined)
    const own = known ?? (isTaken(source, name) ? other : name)
    const edits = known ? [] : [addImport(text, theirs, spelled(name, own, ' as '), module)]
    return { edits, passed: spelled(name, own, ': ') }
  }
  const redirect = bring('redirect', 'kitRedirect', '@sveltejs/kit')
  const env = bring('env', 'privateEnv', '$env/dynamic/private')
  // An argument in parentheses ends after them.
  const { end } = place(first)
  const start = end + text.slice(end, place(call).end - 1).lastIndexOf(')') + 1
  return [
    { start, end: start, text: `, { ${redirect.passed}, ${env.passed} }`, change },
    ...redirect.edits,
    ...env.edits,
  ]
}

function spelled(name: string, own: string, between: string): string {
  return name === own ? name : `${name}${between}${own}`
}

/** The name that a file gives to an export of a module. */
function localName({ specifiers }: ImportDeclaration, name: string): string | undefined {
  const found = specifiers.find(
    (one) =>
      one.type === 'ImportSpecifier' &&
      one.imported.type === 'Identifier' &&
      one.imported.name === name,
  )
  return found?.local.name
}

/** True if a file has something else by this name. */
function isTaken({ file }: Source, name: string): boolean {
  const { program } = file
  const imported = findAll(program, 'ImportDeclaration').flatMap(({ specifiers }) => specifiers)
  const declared = findAll(program, 'VariableDeclarator').flatMap(({ id }) =>
    findAll(id, 'Identifier'),
  )
  const functions = findAll(program, 'FunctionDeclaration').flatMap(({ id }) => id ?? [])
  return (
    imported.some(({ local }) => local.name === name) ||
    [...declared, ...functions].some((one) => one.name === name)
  )
}

/** One more import, below another and in its style. */
function addImport(text: string, below: ImportDeclaration, what: string, module: string): Edit {
  const { end } = place(below)
  const quote = text[place(below.source).start] ?? "'"
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const line = `import { ${what} } from ${quote}${module}${quote}${semicolon}`
  return { start: end, end, text: `\n${line}` }
}

import type { CallExpression, ImportDeclaration } from '@babel/types'
import { unwrap } from './configurations.ts'
import { addProperties, readProperties } from './properties.ts'
import { type Edit, type Finding, findAll, place, type Source } from './source.ts'

/** `SvelteKitAuth()` is passed what it imported itself at Auth.js: the environment, and how the application redirects. */
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
  const config = unwrap(first)
  if (config.type !== 'ObjectExpression') {
    const note =
      '`SvelteKitAuth` takes the configuration itself, with `env` of $env/dynamic/private, and `{ redirect }` of @sveltejs/kit'
    return [{ ...place(call), note }]
  }
  const { end } = place(first)
  const change = '`env` and `redirect` are passed to SvelteKitAuth'
  const bring = (name: string, module: string): Edit[] => {
    if (imports.some((one) => one.source.value === module && importsName(one, name))) return []
    return [addImport(text, theirs, name, module)]
  }
  const hasEnv = readProperties(config).has('env')
  return [
    { start: end, end, text: ', { redirect }', change },
    ...bring('redirect', '@sveltejs/kit'),
    ...(hasEnv ? [] : [addProperties(text, config, ['env'], change)]),
    ...(hasEnv ? [] : bring('env', '$env/dynamic/private')),
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

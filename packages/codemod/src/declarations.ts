import type { Node, TSModuleDeclaration } from '@babel/types'
import { isTheirs } from './export-names.ts'
import { newModule } from './module-names.ts'
import { type Edit, type Finding, findAll, place, type Source } from './source.ts'

/** Users, sessions and tokens are all declared here. */
const ours = 'porticojs'

/** Moves `declare module 'next-auth'` to ours. Several modules become one, so their blocks in a file are merged. */
export function moveDeclarations(source: Source): Finding[] {
  const blocks = findAll(source.file.program, 'TSModuleDeclaration').filter(
    ({ id }) => id.type === 'StringLiteral' && newModule(id.value),
  )
  const [first, ...others] = blocks
  if (first?.id.type !== 'StringLiteral') return dropProfiles(source)
  const { start, end } = place(first.id)
  if (isGlobal(source, blocks)) return [{ start, note: ofItsOwn }]
  const change = `declare module '${first.id.value}' → '${ours}'`
  return [
    { start: start + 1, end: end - 1, text: ours, change },
    importOurs(source),
    ...others.flatMap((block) => merge(source, block, first)),
  ]
}

/** Drops `Profile`: here it has any field, and is no interface that could be extended. Works on merged blocks, which have our name. */
function dropProfiles({ text, file }: Source): Edit[] {
  return findAll(file.program, 'TSModuleDeclaration').flatMap(({ id, body }) => {
    if (id.type !== 'StringLiteral' || id.value !== ours) return []
    return findAll(body, 'TSInterfaceDeclaration').flatMap((one) => {
      if (one.id.name !== 'Profile') return []
      const { start, end } = place(one)
      const before = /\s*(\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*)?$/.exec(text.slice(0, start))
      const change = 'interface Profile dropped: anything may be read from a profile'
      return [{ start: before?.index ?? start, end, text: '', change }]
    })
  })
}

const ofItsOwn =
  'put this into a file of its own, and run the command again: TypeScript extends a module only from a file that imports, where the other declarations would not be global'

/** True if a file has global declarations besides these blocks. */
function isGlobal({ file }: Source, blocks: readonly Node[]): boolean {
  const { body } = file.program
  if (body.some(({ type }) => /^(Import|Export)/.test(type))) return false
  return body.some((statement) => !blocks.includes(statement))
}

/** Adds an import of ours: TypeScript extends only modules that are imported. */
function importOurs({ text, file }: Source): Edit {
  const { body } = file.program
  const last = body.findLast(({ type }) => type === 'ImportDeclaration')
  const [, quote = "'"] = /\bmodule\s*(['"])/.exec(text) ?? []
  const semicolon = last && text[place(last).end - 1] === ';' ? ';' : ''
  const line = `import type {} from ${quote}${ours}${quote}${semicolon}`
  const start = last ? place(last).end : place(body[0] ?? file.program).start
  return { start, end: start, text: last ? `\n${line}` : `${line}\n\n` }
}

function merge(source: Source, block: TSModuleDeclaration, into: TSModuleDeclaration): Finding[] {
  const { text } = source
  const from = place(block.body)
  const target = place(into.body).end - 1
  const content = text.slice(from.start + 1, from.end - 1).trimEnd()
  const lines = /^\s*\n|^$/.test(content) ? content : `\n ${content}`
  const whole = place(block)
  const start = /\s*$/.exec(text.slice(0, whole.start))?.index ?? whole.start
  const lastLine = /(\r?\n)?[^\S\r\n]*$/.exec(text.slice(0, target))?.index ?? target
  return [
    { start: lastLine, end: lastLine, text: lines, change: 'declarations of one module merged' },
    { start, end: whole.end, text: '' },
  ]
}

/** Types that the application adds to a module of Auth.js. Their imports follow the declaration. */
export function declaredTypes(sources: readonly Source[]): ReadonlySet<string> {
  const names = sources.flatMap(({ file }) =>
    findAll(file.program, 'TSModuleDeclaration')
      .filter(({ id }) => id.type === 'StringLiteral' && newModule(id.value))
      .flatMap((block) => [
        ...findAll(block, 'TSInterfaceDeclaration'),
        ...findAll(block, 'TSTypeAliasDeclaration'),
      ])
      .map(({ id }) => id.name),
  )
  return new Set(names.filter((name) => !isTheirs(name)))
}

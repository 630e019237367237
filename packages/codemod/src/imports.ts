import type {
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  StringLiteral,
  TemplateLiteral,
  TSImportType,
} from '@babel/types'
import { type Export, newExport } from './export-names.ts'
import { importedModule } from './module-calls.ts'
import { isAuthjs, newModule } from './module-names.ts'
import { type Edit, type Finding, findAll, place, type Source, walk } from './source.ts'
import { areComponents, moveComponents } from './svelte-components.ts'

type Declaration = ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration
type Module = NonNullable<ReturnType<typeof newModule>>

/** The facts about the application that a file belongs to. */
interface Application {
  /** Types that only the application declares. */
  readonly declared: ReadonlySet<string>
  readonly isVersion4: boolean
}

/** Replaces every import of Auth.js's modules. */
export function moveImports(source: Source, application: Application): Finding[] {
  const findings: Finding[] = []
  walk(source.file.program, (node) => {
    const literal = moduleLiteral(node)
    if (literal) findings.push(...moveImport(source, node, literal, application))
    return true
  })
  return findings
}

/** The literal that names the module of an import, in all its forms. */
function moduleLiteral(node: Node): StringLiteral | TemplateLiteral | undefined {
  const found = isDeclaration(node) ? node.source : importedModule(node)
  if (found?.type === 'StringLiteral') return found
  return found?.type === 'TemplateLiteral' && found.quasis.length === 1 ? found : undefined
}

function isDeclaration(node: Node): node is Declaration {
  return /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)
}

function moveImport(
  source: Source,
  node: Node,
  literal: StringLiteral | TemplateLiteral,
  application: Application,
): Finding[] {
  const old = literal.type === 'StringLiteral' ? literal.value : literal.quasis[0]?.value.raw
  if (old && areComponents(old)) return moveComponents(source, node)
  const next = old ? newModule(old) : undefined
  if (!old || !next) return old && isAuthjs(old) ? [unknownModule(literal, old)] : []
  const moved: Edit = { ...inside(literal), text: next.name, change: `${old} → ${next.name}` }
  if (node.type === 'TSImportType') return moveType(node, { old, next, moved })
  if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
    return moveNames(source, node, { old, next, moved, ...application })
  }
  const isAll = node.type === 'ExportAllDeclaration' && next.kind === 'types'
  return isAll ? [moved, { ...place(node), note: otherNames(old) }] : [moved]
}

interface Move {
  readonly old: string
  readonly next: Module
  readonly moved: Edit
}

function moveNames(
  source: Source,
  node: ImportDeclaration | ExportNamedDeclaration,
  { old, next, moved, declared, isVersion4 }: Move & Application,
): Finding[] {
  const names = readSpecifiers(source, node)
  const placeOf = (name: string) =>
    declared.has(name) ? { module: 'porticojs', name } : newExport(next, name, isVersion4)
  const whole = namespaceOf(source, node)
  const notes = [
    ...names
      .filter(({ imported }) => !placeOf(imported))
      .map(
        ({ imported, at }) => ({ ...at, note: nothingInPlace(imported, old), importance }) as const,
      ),
    ...(whole && next.kind === 'types' ? [{ ...place(node), note: otherNames(old) }] : []),
  ]
  const exports = names.map((one) => ({
    ...one,
    to: placeOf(one.imported) ?? { module: next.name, name: one.imported },
  }))
  if (exports.some(({ to }) => to.module !== next.name)) {
    const lines = severalLines(source, node, exports)
    const all = whole ? [...lines, lineOf(source, node, whole, next.name)] : lines
    const text = all.join(`\n${indentOf(source, node)}`)
    return [{ ...moved, ...place(node), text }, ...notes]
  }
  const renamed = exports.filter(({ to, imported }) => to.name !== imported)
  return [moved, ...notes, ...renamed.map(({ at, ...one }) => ({ ...at, text: specifier(one) }))]
}

/** `import('next-auth/adapters').AdapterUser`: the type may have another name. */
function moveType({ qualifier }: TSImportType, { old, next, moved }: Move): Finding[] {
  const [first] = qualifier ? findAll(qualifier, 'Identifier') : []
  if (!first) return [moved]
  const to = newExport(next, first.name)
  if (!to) return [moved, { ...place(first), note: nothingInPlace(first.name, old) }]
  const renamed = to.name === first.name ? [] : [{ ...place(first), text: to.name }]
  return [{ ...moved, text: to.module }, ...renamed]
}

/** An import of a missing name does not compile. */
const importance = 'first'

function nothingInPlace(name: string, module: string): string {
  if (name === 'default' && module.endsWith('/providers')) {
    return 'this is version 3: import each provider by itself, such as `porticojs/providers/github`'
  }
  return `nothing comes in the place of ${name} of ${module}`
}

function otherNames(module: string): string {
  return `some types of ${module} have other names in porticojs, such as Storage for Adapter: name those that you use`
}

/** Advice in place of modules that have no counterpart. */
const insteadOf: Readonly<Record<string, string>> = {
  'next-auth/client': 'this is version 3: import from `next-auth/react`, and run the command again',
}

function unknownModule(literal: Node, name: string): Finding {
  const instead = Object.hasOwn(insteadOf, name)
    ? insteadOf[name]
    : 'docs/from-authjs.md says what there is instead'
  const note = `nothing comes in the place of ${name}; ${instead}`
  return { ...place(literal), note, importance: 'first' }
}

/** The place between the quotes. */
function inside(literal: Node): { start: number; end: number } {
  const { start, end } = place(literal)
  return { start: start + 1, end: end - 1 }
}

/** One name of an import or a re-export, and its name in the file or for others. */
interface Specifier {
  readonly imported: string
  readonly local: string
  readonly isType: boolean
}

type Moved = Specifier & { readonly to: Export }

function readSpecifiers(source: Source, node: ImportDeclaration | ExportNamedDeclaration) {
  return node.specifiers.flatMap((one) => {
    const at = place(one)
    if (one.type === 'ImportDefaultSpecifier') {
      return { imported: 'default', local: one.local.name, at, isType: false }
    }
    if (one.type === 'ImportSpecifier') {
      const isType = one.importKind === 'type'
      return { imported: nameOf(one.imported), local: one.local.name, at, isType }
    }
    if (one.type !== 'ExportSpecifier') return []
    const isType = one.exportKind === 'type'
    return { imported: nameOf(one.local), local: textOf(source, one.exported), at, isType }
  })
}

function nameOf(node: Node): string {
  if (node.type === 'StringLiteral') return node.value
  return node.type === 'Identifier' ? node.name : ''
}

/** The text of `* as all`. */
function namespaceOf(
  source: Source,
  { specifiers }: ImportDeclaration | ExportNamedDeclaration,
): string | undefined {
  const all = specifiers.find(({ type }) => /^(Import|Export)NamespaceSpecifier$/.test(type))
  return all && textOf(source, all)
}

function specifier({ to, local, isType }: Moved): string {
  return `${isType ? 'type ' : ''}${to.name === local ? local : `${to.name} as ${local}`}`
}

/** The same names, in one line for each module that has them now. */
function severalLines(
  source: Source,
  node: ImportDeclaration | ExportNamedDeclaration,
  moved: readonly Moved[],
): string[] {
  const isImport = node.type === 'ImportDeclaration'
  const kind = isImport ? node.importKind : node.exportKind
  return Array.from(
    Map.groupBy(moved, ({ to }) => to.module),
    ([module, names]) => {
      // Everything in `porticojs` that Auth.js exports beside its providers is a type.
      const isType = kind === 'type' || module === 'porticojs'
      // Only the default can stand before the braces, and in a type import nothing can.
      const isAlone = isImport && !isType
      const bare = isAlone ? names.find(({ imported }) => imported === 'default') : undefined
      const others = names
        .filter((one) => one !== bare)
        .map((one) => specifier({ ...one, isType: one.isType && !isType }))
      const braces = others.length > 0 ? [`{ ${others.join(', ')} }`] : []
      const what = [...(bare ? [bare.local] : []), ...braces].join(', ')
      return lineOf(source, node, `${isType ? 'type ' : ''}${what}`, module)
    },
  )
}

function lineOf(
  source: Source,
  node: ImportDeclaration | ExportNamedDeclaration,
  what: string,
  module: string,
): string {
  const { text } = source
  const quote = node.source ? text[place(node.source).start] : "'"
  const semicolon = text[place(node).end - 1] === ';' ? ';' : ''
  const word = node.type === 'ImportDeclaration' ? 'import' : 'export'
  return `${word} ${what} from ${quote}${module}${quote}${semicolon}`
}

/** The indentation of a node that begins its line. */
function indentOf({ text }: Source, node: Node): string {
  return /(?:^|\n)([^\S\n]*)$/.exec(text.slice(0, place(node).start))?.[1] ?? ''
}

function textOf({ text }: Source, node: Node): string {
  const { start, end } = place(node)
  return text.slice(start, end)
}

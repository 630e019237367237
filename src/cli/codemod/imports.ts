import type {
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  StringLiteral,
} from '@babel/types'
import { type Export, newExport } from './export-names.ts'
import { isAuthjs, newModule } from './module-names.ts'
import { type Edit, type Finding, place, type Source, walk } from './source.ts'

type Declaration = ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration

/** Leads every import of Auth.js's modules to what comes in their place. */
export function moveImports(source: Source): Finding[] {
  const findings: Finding[] = []
  walk(source.file.program, (node) => {
    const literal = moduleLiteral(node)
    if (literal) findings.push(...moveImport(source, node, literal))
    return true
  })
  return findings
}

/** The name of the module that a piece of code imports, wherever one may stand. */
function moduleLiteral(node: Node): StringLiteral | undefined {
  const found = moduleNode(node)
  return found?.type === 'StringLiteral' ? found : undefined
}

function moduleNode(node: Node): Node | null | undefined {
  if (isDeclaration(node)) return node.source
  if (node.type === 'TSExternalModuleReference') return node.expression
  if (node.type === 'TSImportType') return node.argument
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const imports =
    callee.type === 'Import' ||
    (callee.type === 'Identifier' && callee.name === 'require') ||
    // Tests exchange modules by their names.
    (callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      /^(do|un|unstable_)?mock/i.test(callee.property.name))
  return imports ? node.arguments[0] : undefined
}

function isDeclaration(node: Node): node is Declaration {
  return /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)
}

function moveImport(source: Source, node: Node, literal: StringLiteral): Finding[] {
  const next = newModule(literal.value)
  if (!next) return isAuthjs(literal.value) ? [unknownModule(literal)] : []
  const change = `${literal.value} → ${next.name}`
  const moved: Edit = { ...inside(literal), text: next.name, change }
  if (node.type !== 'ImportDeclaration') return [moved]
  const names = readSpecifiers(node)
  const lost = names.filter(({ imported }) => !newExport(next, imported))
  const notes = lost.map(({ imported, at }) => ({
    ...at,
    note: `nothing comes in the place of ${imported} of ${literal.value}`,
  }))
  const exports = names.map((one) => ({
    ...one,
    to: newExport(next, one.imported) ?? { module: next.name, name: one.imported },
  }))
  if (exports.some(({ to }) => to.module !== next.name)) {
    return [{ ...place(node), text: severalImports(source, node, exports), change }, ...notes]
  }
  const renamed = exports.filter(({ to, imported }) => to.name !== imported)
  return [moved, ...notes, ...renamed.map(({ at, ...one }) => ({ ...at, text: specifier(one) }))]
}

function unknownModule(literal: StringLiteral): Finding {
  const note = `nothing comes in the place of ${literal.value}; docs/from-authjs.md says what there is instead`
  return { ...place(literal), note }
}

/** What stands between the quotes. */
function inside(literal: StringLiteral): { start: number; end: number } {
  const { start, end } = place(literal)
  return { start: start + 1, end: end - 1 }
}

/** One of the names that an import brings. */
interface Specifier {
  readonly imported: string
  readonly local: string
  readonly isType: boolean
}

type Moved = Specifier & { readonly to: Export }

function readSpecifiers(node: ImportDeclaration) {
  return node.specifiers.flatMap((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return []
    const imported = one.type === 'ImportSpecifier' ? one.imported : undefined
    const name = imported && (imported.type === 'Identifier' ? imported.name : imported.value)
    const isType = one.type === 'ImportSpecifier' && one.importKind === 'type'
    return { imported: name ?? 'default', local: one.local.name, at: place(one), isType }
  })
}

function specifier({ to, local, isType }: Moved): string {
  return `${isType ? 'type ' : ''}${to.name === local ? local : `${to.name} as ${local}`}`
}

/** The same names, from the modules in which each of them is now. */
function severalImports(source: Source, node: ImportDeclaration, moved: readonly Moved[]): string {
  const { text } = source
  const quote = text[place(node.source).start] ?? "'"
  const semicolon = text[place(node).end - 1] === ';' ? ';' : ''
  const modules = Map.groupBy(moved, ({ to }) => to.module)
  const lines = Array.from(modules, ([module, names]) => {
    const ours = names.filter(({ imported }) => imported === 'default').map(({ local }) => local)
    const others = names.filter(({ imported }) => imported !== 'default')
    // Everything in `portico` that Auth.js exports beside its providers is a type.
    const isType = node.importKind === 'type' || module === 'portico'
    const named = others.map((one) => specifier({ ...one, isType: one.isType && !isType }))
    const what = [...ours, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ')
    return `import ${isType ? 'type ' : ''}${what} from ${quote}${module}${quote}${semicolon}`
  })
  return lines.join('\n')
}

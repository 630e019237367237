import type {
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  StringLiteral,
} from '@babel/types'
import { isAuthjs, newModule } from './module-names.ts'
import { type Edit, type Finding, place, type Source, walk } from './source.ts'
import { newTypeName } from './type-names.ts'

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
  const renamed: Edit = { ...inside(literal), text: next.name, change }
  if (node.type !== 'ImportDeclaration') return [renamed]
  if (next.kind === 'types') return [renamed, ...renameTypes(node)]
  if (next.kind === 'provider') return moveProvider(source, node, renamed)
  return [renamed, ...renameValues(node)]
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

/** Names that changed on the way from version 4; whoever uses them goes on to use the old one. */
const values: Readonly<Record<string, string>> = {
  TypeORMLegacyAdapter: 'TypeORMAdapter',
  unstable_getServerSession: 'getServerSession',
}

function renameValues(node: ImportDeclaration): Finding[] {
  return specifiers(node).flatMap(({ imported, local, at }) => {
    const next = Object.hasOwn(values, imported) ? values[imported] : undefined
    return next ? { ...at, text: named(next, local) } : []
  })
}

function renameTypes(node: ImportDeclaration): Finding[] {
  return specifiers(node).flatMap(({ imported, local, at, isType }) => {
    const next = newTypeName(imported)
    if (!next) return { ...at, note: `portico has no type ${imported}` }
    return next === imported ? [] : { ...at, text: `${isType ? 'type ' : ''}${named(next, local)}` }
  })
}

/** Our providers export themselves; the types that stand beside them at Auth.js are in `portico`. */
function moveProvider(source: Source, node: ImportDeclaration, renamed: Edit): Finding[] {
  const types = specifiers(node)
  if (types.length === 0) return [renamed]
  const unknown = types.filter(({ imported }) => !newTypeName(imported))
  const names = types.map(({ imported, local }) => named(newTypeName(imported) ?? imported, local))
  const { start, end } = place(node)
  const quote = source.text[renamed.start - 1] ?? "'"
  const semicolon = source.text[end - 1] === ';' ? ';' : ''
  const ours = node.specifiers.find(({ type }) => type === 'ImportDefaultSpecifier')
  const lines = [
    ...(ours ? [`import ${ours.local.name} from ${quote}${renamed.text}${quote}${semicolon}`] : []),
    `import type { ${names.join(', ')} } from ${quote}portico${quote}${semicolon}`,
  ]
  return [
    { ...renamed, start, end, text: lines.join('\n') },
    ...unknown.map(({ imported, at }) => ({ ...at, note: `portico has no type ${imported}` })),
  ]
}

function named(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`
}

/** What is imported by name. */
function specifiers(node: ImportDeclaration) {
  return node.specifiers.flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return []
    const { imported, local } = one
    const name = imported.type === 'Identifier' ? imported.name : imported.value
    return { imported: name, local: local.name, at: place(one), isType: one.importKind === 'type' }
  })
}

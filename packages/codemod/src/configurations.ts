import type {
  CallExpression,
  Expression,
  Function as FunctionNode,
  Node,
  ObjectExpression,
} from '@babel/types'
import { isAuthjs, newModule } from './module-names.ts'
import { findAll, type Source, walk } from './source.ts'

/** A configuration that stands in another file. */
export interface Elsewhere {
  readonly name: string
  /** As the import names it. */
  readonly module: string
  /** True if it is spread into another configuration. */
  readonly isSpread: boolean
}

/** The names under which other files import configurations, and which of them are spread into others. */
export type Wanted = ReadonlyMap<string, { readonly isSpread: boolean }>

/** The configurations of one source, and those that it takes from others. */
export interface Configurations {
  readonly objects: ReadonlySet<ObjectExpression>
  /** Those that are spread into others. */
  readonly spread: ReadonlySet<ObjectExpression>
  readonly elsewhere: readonly Elsewhere[]
}

type Choose = (given: readonly Node[]) => Node | undefined

const first: Choose = ([one]) => one
// Two arguments are a request and a response without options.
const lastOfThree: Choose = (given) => given[given.length === 1 ? 0 : 2]

/** Functions of Auth.js that take a configuration, and which of their arguments that is. */
const takers: ReadonlyMap<string, Choose> = new Map([
  ['Auth', (given) => given[1]],
  ['ExpressAuth', first],
  ['SvelteKitAuth', first],
  ['getServerSession', lastOfThree],
  ['unstable_getServerSession', lastOfThree],
  ['default', (given) => given[2] ?? given[0]],
])

const configurationType = /^(NextAuth|Auth|ExpressAuth|SvelteKitAuth)(Config|Options)$/

/**
 * Finds the objects that are passed to Auth.js, by the calls, by their declared types, and by the names that other files import them
 * under.
 */
export function findConfigurations(source: Source, wanted: Wanted = new Map()): Configurations {
  const { program } = source.file
  const names = importedNames(program)
  const variables = declaredValues(program)
  const objects = new Set<ObjectExpression>()
  const spread = new Set<ObjectExpression>()
  const elsewhere: Elsewhere[] = []
  const seen = new Set<string>()
  const add = (node: Node | null | undefined, isSpread = false): void => {
    const id = `${node?.start} ${node?.end} ${isSpread}`
    if (!node || seen.has(id)) return
    seen.add(id)
    const value = unwrap(node)
    if (value.type === 'Identifier') {
      const known = names.get(value.name)
      if (known) elsewhere.push({ name: known.imported, module: known.module, isSpread })
      else add(variables.get(value.name), isSpread)
    } else if (isFunction(value)) {
      for (const returned of returnedValues(value)) add(returned, isSpread)
    } else if (value.type === 'CallExpression') {
      // What a function of the application returns.
      if (value.callee.type === 'Identifier') add(value.callee, isSpread)
    } else if (value.type === 'AwaitExpression') {
      add(value.argument, isSpread)
    } else if (value.type === 'ObjectExpression') {
      objects.add(value)
      if (isSpread) spread.add(value)
      for (const one of value.properties) if (one.type === 'SpreadElement') add(one.argument, true)
    }
  }
  for (const call of findAll(program, 'CallExpression')) add(configurationIn(call, names))
  for (const typed of typedValues(program, names)) add(typed)
  for (const [name, { isSpread }] of wanted) {
    const { locals, elsewhere: handedOn } = exportsOf(program, name)
    elsewhere.push(...handedOn.map((one) => ({ ...one, isSpread })))
    for (const local of locals) {
      const known = names.get(local)
      if (known) elsewhere.push({ name: known.imported, module: known.module, isSpread })
      else add(variables.get(local), isSpread)
    }
  }
  return { objects, spread, elsewhere }
}

/** The values that a file exports under a name: its own, and those that it re-exports. */
function exportsOf(
  program: Node,
  name: string,
): { locals: ReadonlySet<string>; elsewhere: Omit<Elsewhere, 'isSpread'>[] } {
  const locals = new Set([name])
  const elsewhere: Omit<Elsewhere, 'isSpread'>[] = []
  for (const { source, specifiers } of findAll(program, 'ExportNamedDeclaration')) {
    for (const one of specifiers) {
      if (one.type !== 'ExportSpecifier' || one.exported.type !== 'Identifier') continue
      if (one.exported.name !== name || one.local.type !== 'Identifier') continue
      if (source) elsewhere.push({ name: one.local.name, module: source.value })
      else locals.add(one.local.name)
    }
  }
  for (const { source } of findAll(program, 'ExportAllDeclaration')) {
    elsewhere.push({ name, module: source.value })
  }
  return { locals, elsewhere }
}

interface Imported {
  imported: string
  module: string
}

function importedNames(program: Node): Map<string, Imported> {
  const names = new Map<string, Imported>()
  for (const { source, specifiers } of findAll(program, 'ImportDeclaration')) {
    for (const one of specifiers) {
      const named = one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
      const imported = named && one.imported.type === 'Identifier' ? one.imported.name : 'default'
      names.set(one.local.name, { imported, module: source.value })
    }
  }
  for (const { id, init } of findAll(program, 'VariableDeclarator')) {
    const module = init && requiredModule(init)
    if (!module) continue
    if (id.type === 'Identifier') names.set(id.name, { imported: 'default', module })
    if (id.type !== 'ObjectPattern') continue
    for (const one of id.properties) {
      if (one.type !== 'ObjectProperty' || one.key.type !== 'Identifier') continue
      if (one.value.type === 'Identifier')
        names.set(one.value.name, { imported: one.key.name, module })
    }
  }
  return names
}

/** The module of `require('next-auth')`, or of `require('next-auth').default`. */
function requiredModule(node: Node): string | undefined {
  const call =
    node.type === 'MemberExpression' && isNamed(node.property, 'default') ? node.object : node
  if (call.type !== 'CallExpression' || !isNamed(call.callee, 'require')) return undefined
  const [module] = call.arguments
  return module?.type === 'StringLiteral' ? module.value : undefined
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

/** The values of variables, the functions, and what the file exports without a name. */
function declaredValues(program: Node): Map<string, Node> {
  const values = new Map<string, Node>()
  for (const { id, init } of findAll(program, 'VariableDeclarator')) {
    if (id.type === 'Identifier' && init) values.set(id.name, init)
  }
  for (const one of findAll(program, 'FunctionDeclaration'))
    if (one.id) values.set(one.id.name, one)
  for (const { declaration } of findAll(program, 'ExportDefaultDeclaration')) {
    values.set('default', declaration)
  }
  for (const { left, right } of findAll(program, 'AssignmentExpression')) {
    const name = commonExport(left)
    if (name) values.set(name, right)
  }
  return values
}

/** The name of an export of CommonJS: `module.exports = …`, or `exports.options = …`. */
function commonExport(left: Node): string | undefined {
  if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return undefined
  const { object, property } = left
  if (isNamed(object, 'module') && property.name === 'exports') return 'default'
  const isOfModule =
    object.type === 'MemberExpression' &&
    isNamed(object.object, 'module') &&
    isNamed(object.property, 'exports')
  return isNamed(object, 'exports') || isOfModule ? property.name : undefined
}

/** The configuration that a function of Auth.js is passed. */
function configurationIn(call: CallExpression, names: Map<string, Imported>): Node | undefined {
  if (call.callee.type !== 'Identifier') return undefined
  const { imported = '', module = '' } = names.get(call.callee.name) ?? {}
  if (!isAuthjs(module)) return undefined
  if (imported === 'default' && newModule(module)?.kind !== 'same names') return undefined
  return takers.get(imported)?.(call.arguments)
}

function* typedValues(program: Node, names: Map<string, Imported>): Generator<Node> {
  const isConfiguration = (type: Node | null | undefined): boolean => {
    if (type?.type === 'TSTypeAnnotation') return isConfiguration(type.typeAnnotation)
    if (type?.type === 'TSFunctionType') return isConfiguration(type.typeAnnotation)
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
    if (type.typeName.name === 'Promise') return isConfiguration(type.typeParameters?.params[0])
    const { imported = '', module = '' } = names.get(type.typeName.name) ?? {}
    return configurationType.test(imported) && isAuthjs(module)
  }
  for (const { id, init } of findAll(program, 'VariableDeclarator')) {
    if (id.type === 'Identifier' && init && isConfiguration(id.typeAnnotation)) yield init
  }
  for (const type of ['TSSatisfiesExpression', 'TSAsExpression'] as const) {
    for (const node of findAll(program, type)) {
      if (isConfiguration(node.typeAnnotation)) yield node.expression
    }
  }
  for (const type of functionTypes) {
    for (const node of findAll(program, type)) if (isConfiguration(node.returnType)) yield node
  }
}

const functionTypes = [
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'ObjectMethod',
] as const

/** A value without its type assertions. */
export function unwrap(node: Node): Node {
  const inner =
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSNonNullExpression'
  return inner ? unwrap(node.expression) : node
}

/** True if a node is a function or a method. */
export function isFunction(node: Node): node is FunctionNode {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod)$/.test(
    node.type,
  )
}

/** The values that a function returns, wherever it does; `undefined` for a `return` without a value. */
export function returnedValues({ body }: FunctionNode): (Expression | undefined)[] {
  if (body.type !== 'BlockStatement') return [body]
  const found: (Expression | undefined)[] = []
  walk(body, (node) => {
    if (isFunction(node)) return false
    if (node.type === 'ReturnStatement') found.push(node.argument ?? undefined)
    return true
  })
  return found
}

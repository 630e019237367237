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
}

/** The configurations of one source, and those that it takes from others. */
export interface Configurations {
  readonly objects: ReadonlySet<ObjectExpression>
  readonly elsewhere: readonly Elsewhere[]
}

/** Functions of Auth.js that take a configuration. */
const takers = new Set(['Auth', 'ExpressAuth', 'SvelteKitAuth', 'getServerSession'])

const configurationType = /^(NextAuth|Auth|ExpressAuth|SvelteKitAuth)(Config|Options)$/

/**
 * Finds the objects that are passed to Auth.js, by the calls, by their declared types, and by the names that other files import them
 * under.
 */
export function findConfigurations(
  source: Source,
  wanted: ReadonlySet<string> = new Set(),
): Configurations {
  const { program } = source.file
  const names = importedNames(program)
  const variables = declaredValues(program)
  const objects = new Set<ObjectExpression>()
  const elsewhere: Elsewhere[] = []
  const seen = new Set<Node>()
  const add = (node: Node | null | undefined): void => {
    if (!node || seen.has(node)) return
    seen.add(node)
    const value = unwrap(node)
    if (value.type === 'Identifier') {
      const module = names.get(value.name)?.module
      if (module) elsewhere.push({ name: names.get(value.name)?.imported ?? value.name, module })
      else add(variables.get(value.name))
    } else if (isFunction(value)) {
      for (const returned of returnedValues(value)) add(returned)
    } else if (value.type === 'ObjectExpression') {
      objects.add(value)
      for (const one of value.properties) if (one.type === 'SpreadElement') add(one.argument)
    }
  }
  for (const call of findAll(program, 'CallExpression')) {
    if (takesConfiguration(call, names)) for (const argument of call.arguments) add(argument)
  }
  for (const typed of typedValues(program, names)) add(typed)
  for (const name of wanted) {
    const { locals, elsewhere: handedOn } = exportsOf(program, name)
    elsewhere.push(...handedOn)
    for (const local of locals) {
      const known = names.get(local)
      if (known) elsewhere.push({ name: known.imported, module: known.module })
      else add(variables.get(local))
    }
  }
  return { objects, elsewhere }
}

/** What a file exports by a name: what it calls so itself, and what it hands on from other files. */
function exportsOf(
  program: Node,
  name: string,
): { locals: ReadonlySet<string>; elsewhere: Elsewhere[] } {
  const locals = new Set([name])
  const elsewhere: Elsewhere[] = []
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
  return names
}

/** What each variable is declared with, and what the file exports without a name. */
function declaredValues(program: Node): Map<string, Node> {
  const values = new Map<string, Node>()
  for (const { id, init } of findAll(program, 'VariableDeclarator')) {
    if (id.type === 'Identifier' && init) values.set(id.name, init)
  }
  for (const { declaration } of findAll(program, 'ExportDefaultDeclaration')) {
    values.set('default', declaration)
  }
  return values
}

function takesConfiguration({ callee }: CallExpression, names: Map<string, Imported>): boolean {
  if (callee.type !== 'Identifier') return false
  const { imported = '', module = '' } = names.get(callee.name) ?? {}
  if (!isAuthjs(module)) return false
  return (
    takers.has(imported) || (imported === 'default' && newModule(module)?.kind === 'same names')
  )
}

function* typedValues(program: Node, names: Map<string, Imported>): Generator<Node> {
  const isConfiguration = (type: Node | null | undefined) => {
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
    const { imported = '', module = '' } = names.get(type.typeName.name) ?? {}
    return configurationType.test(imported) && isAuthjs(module)
  }
  for (const { id, init } of findAll(program, 'VariableDeclarator')) {
    const annotation = id.type === 'Identifier' ? id.typeAnnotation : undefined
    if (annotation?.type !== 'TSTypeAnnotation' || !init) continue
    if (isConfiguration(annotation.typeAnnotation)) yield init
  }
  for (const type of ['TSSatisfiesExpression', 'TSAsExpression'] as const) {
    for (const node of findAll(program, type)) {
      if (isConfiguration(node.typeAnnotation)) yield node.expression
    }
  }
}

/** A value without what only the compiler sees. */
export function unwrap(node: Node): Node {
  const inner =
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSNonNullExpression'
  return inner ? unwrap(node.expression) : node
}

/** Whether a node is a function or a method. */
export function isFunction(node: Node): node is FunctionNode {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod)$/.test(
    node.type,
  )
}

/** What a function returns, wherever it does; `undefined` for a `return` without a value. */
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

import type { CallExpression, Node } from '@babel/types'

/** Functions of test runners that take the name of a module. */
const ofTests: ReadonlySet<string> = new Set([
  'createMockFromModule',
  'deepUnmock',
  'doMock',
  'doUnmock',
  'dontMock',
  'genMockFromModule',
  'importActual',
  'importMock',
  'mock',
  'mockModule',
  'requireActual',
  'requireMock',
  'setMock',
  'unmock',
  'unstable_mockModule',
  'unstable_unmockModule',
])

/** Functions that need the name of their object, too: `Promise.resolve` takes anything. */
const owned: ReadonlySet<string> = new Set([
  'require.resolve',
  'import.meta.resolve',
  'mock.module',
])

/** The node that names the module which an expression or a type imports; undefined for all others. */
export function importedModule(node: Node): Node | null | undefined {
  if (node.type === 'TSExternalModuleReference') return node.expression
  if (node.type === 'TSImportType') return node.argument
  if (node.type !== 'CallExpression') return undefined
  return takesModule(node) ? node.arguments[0] : undefined
}

function takesModule({ callee }: CallExpression): boolean {
  if (callee.type === 'Import') return true
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { object, property } = callee
  const owner = object.type === 'Identifier' ? object.name : 'import.meta'
  return ofTests.has(property.name) || owned.has(`${owner}.${property.name}`)
}

import ts from 'typescript'
import { resolve } from './explore.mjs'
import { tidy } from './print.mjs'

/** @import { House } from './explore.mjs' */

/** @typedef {{ node: ts.Node, file: ts.SourceFile }} Declared */

/**
 * The declarations of a name as they are to be printed, several if it is overloaded or both a type and a value.
 *
 * @param {House} house
 * @param {ts.Symbol} symbol
 * @returns {Declared[]}
 */
export function declarationsOf(house, symbol) {
  return (symbol.declarations ?? []).map((declaration) => ({
    node: tidy(declaration, (node) => keysInstead(house, node)),
    file: declaration.getSourceFile(),
  }))
}

/**
 * `keyof typeof table` says nothing to who cannot see the table: its keys are written instead.
 *
 * @param {House} house
 * @param {ts.Node} node
 */
function keysInstead(house, node) {
  if (!ts.isTypeOperatorNode(node) || node.operator !== ts.SyntaxKind.KeyOfKeyword) return undefined
  if (!ts.isTypeQueryNode(node.type)) return undefined
  if (!isHidden(house, symbolAt(house, node.type.exprName))) return undefined
  const type = house.checker.getTypeFromTypeNode(node)
  const keys = type.isUnion() ? type.types : [type]
  if (!keys.every((key) => key.isStringLiteral())) return undefined
  return ts.factory.createUnionTypeNode(
    keys
      .map(({ value }) => value)
      .sort()
      .map((key) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(key))),
  )
}

/**
 * The names in declarations that are declared in a file of ours, but that users cannot import.
 *
 * @param {House} house
 * @param {Declared[]} declared
 */
export function hiddenIn(house, declared) {
  /** @type {Set<string>} */
  const names = new Set()
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node)) {
      const symbol = symbolAt(house, node)
      if (symbol && isHidden(house, symbol)) names.add(symbol.name)
    }
    ts.forEachChild(node, visit)
  }
  for (const { node } of declared) visit(node)
  return names
}

/**
 * @param {House} house
 * @param {ts.Node} node
 */
function symbolAt({ checker }, node) {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol && resolve(checker, symbol)
}

/**
 * @param {House} house
 * @param {ts.Symbol | undefined} symbol
 */
function isHidden({ homes }, symbol) {
  const declaration = symbol?.declarations?.[0]
  if (!declaration || homes.has(declaration)) return false
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  // Members and type parameters belong to what they stand in; names of other packages lead nowhere.
  return ts.isSourceFile(statement.parent)
}

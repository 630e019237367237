import ts from 'typescript'

/** A change that a good story notices: a range of the source, and what stands there instead. */
export interface Change {
  node: ts.Node
  text: string
}

type Operator = (node: ts.Node) => Change | undefined

const swaps = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['-', '+'],
  ['+', '-'],
  ['*', '/'],
  ['/', '*'],
])

/**
 * Each finds its change in a node, or none. Sentences are left alone: their wording is for people, and a story that repeats it
 * says nothing about what the code does. A word without a space is a name, a header or a value of a protocol.
 */
export const operators: Record<string, Operator> = {
  'condition negated': (node) => {
    const condition = conditionOf(node)
    return condition && { node: condition, text: `!(${condition.getText()})` }
  },
  'check removed': (node) =>
    ts.isIfStatement(node) && !node.elseStatement
      ? { node: node.expression, text: 'false' }
      : undefined,
  'operator changed': (node) => {
    if (!ts.isBinaryExpression(node)) return undefined
    const swapped = swaps.get(node.operatorToken.getText())
    return swapped ? { node, text: joined(node, swapped) } : undefined
  },
  'second operand dropped': (node) =>
    ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText())
      ? { node, text: node.left.getText() }
      : undefined,
  'returned value removed': (node) => {
    const value = returnedBy(node)
    return value && value.getText() !== 'undefined' ? { node: value, text: 'undefined' } : undefined
  },
  'statement removed': (node) => (isRemovable(node) ? { node, text: '' } : undefined),
  'number changed': (node) =>
    ts.isNumericLiteral(node) && isValue(node)
      ? { node, text: `(${node.getText()} + 1)` }
      : undefined,
  'text changed': (node) =>
    ts.isStringLiteral(node) && isValue(node) && !/\s/.test(node.text)
      ? { node, text: node.text === '' ? "'changed'" : "''" }
      : undefined,
  'truth flipped': (node) => {
    if (ts.isLiteralTypeNode(node.parent)) return undefined
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { node, text: 'false' }
    return node.kind === ts.SyntaxKind.FalseKeyword ? { node, text: 'true' } : undefined
  },
  'literal emptied': (node) => {
    if (isAssigned(node)) return undefined
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return { node, text: '[]' }
    return ts.isObjectLiteralExpression(node) && node.properties.length > 0
      ? { node, text: '{}' }
      : undefined
  },
  'absence not expected': (node) => {
    const dot = ts.isOptionalChain(node) && !ts.isNonNullChain(node) && node.questionDotToken
    if (!dot) return undefined
    const chain = outermost(node)
    if (ts.isDeleteExpression(chain.parent)) return undefined
    const [start, text] = [chain.getStart(), chain.getText()]
    const rest = text.slice(dot.end - start)
    return { node: chain, text: text.slice(0, dot.getStart() - start) + dotted(rest) }
  },
}

function dotted(rest: string): string {
  return /^\s*[[(]/.test(rest) ? rest : `.${rest}`
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isConditionalExpression(node)) return node.condition
  return ts.isIfStatement(node) || ts.isWhileStatement(node) ? node.expression : undefined
}

function joined(node: ts.BinaryExpression, operator: string): string {
  return `${node.left.getText()} ${operator} ${node.right.getText()}`
}

function returnedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isReturnStatement(node)) return node.expression
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined
}

/** A call, an assignment or a `throw`. Without `super()` nothing would run at all. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  if (!ts.isExpressionStatement(node)) return false
  const { expression } = node
  return !(
    ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword
  )
}

/** Not a type, a name, or the address of a module. */
function isValue(node: ts.StringLiteral | ts.NumericLiteral): boolean {
  const { parent } = node
  if (ts.isLiteralTypeNode(parent) || ts.isExpressionStatement(parent)) return false
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
    return false
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false
  return !('name' in parent && parent.name === node)
}

/** `[a, b] = …` is no list but two targets. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  )
}

function outermost(node: ts.Node): ts.Node {
  return ts.isOptionalChain(node.parent) && node.parent.expression === node
    ? outermost(node.parent)
    : node
}

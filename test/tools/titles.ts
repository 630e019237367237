import ts from 'typescript'

/** A title, or the beginning that a table gives to one, and the line where it is written. */
interface Title {
  text: string
  line: number
}

const makers = ['describe', 'it', 'test']

/** The titles of the tests in a file, with those that begin with a value from a table of cases in the same file. */
export function titlesIn(source: string): Title[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true)
  const titles: Title[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titlesOf(file, node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

function titlesOf(file: ts.SourceFile, call: ts.CallExpression): Title[] {
  const [title] = call.arguments
  if (call.arguments.length < 2 || !title || !makers.includes(makerOf(call.expression))) return []
  const written = (node: ts.Node, text: string): Title => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    return { text, line: line + 1 }
  }
  if (ts.isTemplateExpression(title)) return [written(title, title.head.text)]
  if (!ts.isStringLiteralLike(title)) return []
  const [placeholder, field] = /^(?:%[sj]|\$(\w+))/.exec(title.text) ?? []
  if (placeholder === undefined) return [written(title, title.text)]
  const rest = title.text.slice(placeholder.length)
  const cells = cellsOf(file, tableOf(call.expression), field)
  return cells.map((cell) => written(cell, cell.text + rest))
}

/** `test` of `test.skipIf(…).each(…)`. */
function makerOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  const isChained = ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)
  return isChained ? makerOf(node.expression) : ''
}

/** The cases of `test.each(cases)`. */
function tableOf(node: ts.Expression): ts.Expression | undefined {
  const isEach = ts.isCallExpression(node) && /\.each$/.test(node.expression.getText())
  return isEach ? node.arguments[0] : undefined
}

type Cell = ts.StringLiteralLike | ts.Identifier

const isCell = (node: ts.Node | undefined): node is Cell =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isIdentifier(node))

/** The first column of a table, or its column of this name. A table that is computed has none. */
function cellsOf(file: ts.SourceFile, table: ts.Expression | undefined, field = ''): Cell[] {
  if (!table) return []
  if (ts.isAsExpression(table)) return cellsOf(file, table.expression, field)
  if (ts.isIdentifier(table)) return cellsOf(file, initializerOf(file, table.text), field)
  if (ts.isCallExpression(table) && /^Object\.(entries|keys)$/.test(table.expression.getText()))
    return cellsOf(file, table.arguments[0], field)
  if (ts.isObjectLiteralExpression(table))
    return table.properties.map(({ name }) => name).filter(isCell)
  if (!ts.isArrayLiteralExpression(table)) return []
  return table.elements.flatMap((row) => {
    if (ts.isSpreadElement(row)) return cellsOf(file, row.expression, field)
    const cell = ts.isArrayLiteralExpression(row) ? row.elements[0] : fieldOf(row, field)
    return cell && ts.isStringLiteralLike(cell) ? [cell] : []
  })
}

function fieldOf(row: ts.Expression, field: string): ts.Expression {
  if (!ts.isObjectLiteralExpression(row)) return row
  const found = row.properties.find(({ name }) => name?.getText() === field)
  return found && ts.isPropertyAssignment(found) ? found.initializer : row
}

/** The initial value of a constant, which may stand inside a `describe`. */
function initializerOf(file: ts.SourceFile, name: string): ts.Expression | undefined {
  const find = (node: ts.Node): ts.Expression | undefined =>
    ts.isVariableDeclaration(node) && node.name.getText() === name
      ? node.initializer
      : ts.forEachChild(node, find)
  return find(file)
}

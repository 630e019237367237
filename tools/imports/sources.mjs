import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import ts from 'typescript'

/**
 * What the import rule needs to know of one file. Paths are relative to `src/`, with slashes.
 *
 * @typedef {object} Source
 * @property {string} path
 * @property {number} lines
 * @property {{ target: string, line: number }[]} imports of our own files, lazy and type-only too
 * @property {{ text: string, line: number }[]} strings
 * @property {{ name: string, line: number, lines: number }[]} functions
 */

/**
 * Parses every TypeScript file below a folder.
 *
 * @param {string} folder
 * @returns {Source[]}
 */
export function readSources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => readSource(folder, path.split(sep).join('/')))
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {Source}
 */
function readSource(folder, path) {
  const text = readFileSync(join(folder, path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const nodes = descendants(file)
  const line = (/** @type {number} */ position) =>
    file.getLineAndCharacterOfPosition(position).line + 1
  const specifiers = new Set(nodes.map(specifierOf))
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: nodes.flatMap((node) => {
      const specifier = specifierOf(node)
      if (!specifier?.text.startsWith('.')) return []
      return [{ target: resolveFrom(path, specifier.text), line: line(specifier.getStart()) }]
    }),
    strings: nodes
      .filter((node) => isText(node) && !specifiers.has(/** @type {ts.StringLiteral} */ (node)))
      .map((node) => ({
        text: /** @type {ts.LiteralLikeNode} */ (node).text,
        line: line(node.getStart()),
      })),
    functions: nodes.filter(isFunction).map((node) => ({
      name: nameOf(node),
      line: line(node.getStart()),
      lines: line(node.end) - line(node.getStart()) + 1,
    })),
  }
}

/**
 * @param {ts.Node} node
 * @returns {ts.Node[]}
 */
function descendants(node) {
  /** @type {ts.Node[]} */
  const found = []
  const visit = (/** @type {ts.Node} */ each) => {
    found.push(each)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return found
}

/**
 * The module name of an `import`, `export … from`, `import()` or `import('…')` type.
 *
 * @param {ts.Node} node
 * @returns {ts.StringLiteralLike | undefined}
 */
function specifierOf(node) {
  const specifier =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined
  return specifier && ts.isStringLiteralLike(specifier) ? specifier : undefined
}

/** @param {ts.Node} node */
function isText(node) {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.FunctionLikeDeclaration}
 */
function isFunction(node) {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** @param {ts.FunctionLikeDeclaration} node */
function nameOf(node) {
  const named = [node, node.parent].find((each) => 'name' in each && each.name !== undefined)
  const name = named && ts.getNameOfDeclaration(/** @type {ts.Declaration} */ (named))
  return name ? `${name.getText()}()` : 'a function'
}

/**
 * @param {string} path
 * @param {string} specifier
 */
function resolveFrom(path, specifier) {
  return posix.join(posix.dirname(path), specifier)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * What a provider's file says about itself before it runs.
 *
 * @typedef {object} ProviderFile
 * @property {string} id the file's name
 * @property {string} name of the function that it exports
 * @property {string} kind `oauth`, `oidc`, `email`, `credentials` or `webauthn`; empty if it names none
 * @property {string} sentence that stands above the function
 */

const kinds = ['oauth', 'oidc', 'email', 'credentials', 'webauthn', 'password', 'guest']

/**
 * Reads every provider in a folder, in the order of their ids. A file without a default export is no provider.
 *
 * @param {string} folder
 * @returns {{ providers: ProviderFile[], problems: string[] }}
 */
export function readProviders(folder) {
  /** @type {string[]} */
  const problems = []
  const providers = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .sort()
    .flatMap((file) => readProvider(file, readFileSync(join(folder, file), 'utf8'), problems))
  const names = new Map()
  for (const { id, name } of providers) {
    const other = names.get(name)
    if (other) problems.push(`${id}.ts and ${other}.ts both export ${name}.`)
    names.set(name, id)
  }
  return { providers, problems }
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string[]} problems
 * @returns {ProviderFile[]}
 */
function readProvider(file, text, problems) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const id = file.slice(0, -'.ts'.length)
  const exported = defaultExport(source)
  if (!exported) return []
  const { name, declaration } = exported
  const kind = kinds.find((one) => literals(source, 'type').includes(one)) ?? ''
  const ids = literals(source, 'id')
  if (kind.startsWith('o') && !ids.includes(id)) {
    problems.push(`${file} describes ${ids[0] ?? 'nobody'}: the file is named by its id.`)
  }
  return [{ id, name, kind, sentence: sentenceOf(declaration) }]
}

/**
 * `export default Name`, or `export default function Name`.
 *
 * @param {ts.SourceFile} source
 * @returns {{ name: string, declaration: ts.Node } | undefined}
 */
function defaultExport(source) {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
      const name = statement.expression.text
      const declaration = source.statements.find((one) => declares(one, name))
      return { name, declaration: declaration ?? statement }
    }
    const isDefault =
      ts.isFunctionDeclaration(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    if (isDefault && statement.name) return { name: statement.name.text, declaration: statement }
  }
  return undefined
}

/**
 * @param {ts.Statement} statement
 * @param {string} name
 */
function declares(statement, name) {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name
  if (!ts.isVariableStatement(statement)) return false
  return statement.declarationList.declarations.some((one) => one.name.getText() === name)
}

/**
 * The texts that are given to a property, in the order of the file.
 *
 * @param {ts.SourceFile} source
 * @param {string} property
 * @returns {string[]}
 */
function literals(source, property) {
  /** @type {string[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const named = ts.isPropertyAssignment(node) && node.name.getText() === property
    if (named && ts.isStringLiteral(node.initializer)) found.push(node.initializer.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {ts.Node} declaration */
function sentenceOf(declaration) {
  const comment = ts.getJSDocCommentsAndTags(declaration).find(ts.isJSDoc)?.comment
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim()
}

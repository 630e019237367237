import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const own = fileURLToPath(new URL('../..', import.meta.url))
const printer = ts.createPrinter({ removeComments: true })

/** Words that every declaration of a door would begin with. */
const noise = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DefaultKeyword,
  ts.SyntaxKind.DeclareKeyword,
])

/**
 * A declaration without what users do not see or cannot use.
 *
 * @param {ts.Declaration} declaration
 * @param {(node: ts.Node) => ts.TypeNode | undefined} replace a type to write in place of another
 * @returns {ts.Node}
 */
export function tidy(declaration, replace) {
  const { factory } = ts
  const node = ts.isVariableDeclaration(declaration)
    ? factory.createVariableStatement(
        [],
        factory.createVariableDeclarationList([declaration], declaration.parent.flags),
      )
    : declaration
  /** @type {ts.Visitor} */
  const visit = (each) => {
    if (noise.has(each.kind) || isPrivate(each)) return undefined
    const tidied = replace(each) ?? ts.visitEachChild(each, visit, undefined)
    // The formatter breaks what is long, but does not join what is short.
    if (isBraced(each) && each.parent !== declaration)
      ts.setEmitFlags(tidied, ts.EmitFlags.SingleLine)
    return tidied
  }
  return ts.visitEachChild(node, visit, undefined)
}

/** @param {ts.Node} node */
function isBraced(node) {
  return ts.isTypeLiteralNode(node) || ts.isMappedTypeNode(node)
}

/** @param {ts.Node} node */
function isPrivate(node) {
  if (!ts.isClassElement(node)) return false
  return (
    (node.name && ts.isPrivateIdentifier(node.name)) ||
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0
  )
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} file where its words are
 */
export function print(node, file) {
  return printer.printNode(ts.EmitHint.Unspecified, node, file)
}

/**
 * Formats declarations as the rest of the repository is; each keeps its place.
 *
 * @param {string[]} texts
 * @returns {string[]}
 */
export function format(texts) {
  if (texts.length === 0) return []
  const biome = join(own, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=src/api.d.ts'],
    { cwd: own, input: texts.join('\n\n'), encoding: 'utf8', maxBuffer: 1e8 },
  )
  if (status !== 0) throw new Error(`Biome cannot format the declarations:\n${stderr}`)
  const formatted = stdout.trim().split('\n\n')
  if (formatted.length !== texts.length) throw new Error('A declaration has an empty line inside.')
  return formatted
}

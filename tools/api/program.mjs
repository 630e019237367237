import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** @type {ts.CompilerOptions} */
const options = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  // Only our own names are followed: the library and other packages would cost seconds and tell nothing.
  noLib: true,
  types: [],
}

/**
 * A program in which every source is replaced by its declarations: what is read there is what users see, and nothing needs
 * to be built.
 *
 * @param {string[]} paths
 */
export function declarationsOf(paths) {
  /** @type {ts.CompilerHost} */
  const host = {
    ...ts.createCompilerHost(options),
    getSourceFile: (path, target) =>
      existsSync(path) ? ts.createSourceFile(path, declare(path), target, true) : undefined,
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => {
        const path = resolve(dirname(importer), text)
        if (!text.startsWith('.') || !existsSync(path)) return { resolvedModule: undefined }
        return { resolvedModule: { resolvedFileName: path, extension: ts.Extension.Ts } }
      }),
  }
  return ts.createProgram({ rootNames: paths, options, host })
}

/** @param {string} path */
function declare(path) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path, 'utf8'), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, removeComments: true },
  })
  const [problem] = diagnostics
  if (!problem) return outputText
  // A guess would be written down as `any`, and later changes would go unseen.
  const words = ts.flattenDiagnosticMessageText(problem.messageText, ' ')
  throw new Error(`${path}: ${words} \`npm run types\` says where.`)
}

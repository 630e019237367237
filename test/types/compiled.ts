import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Where the sources are, for files that import them. */
export const source: string = fileURLToPath(new URL('../../src/', import.meta.url))

/**
 * A file as the compiler sees it: what is wrong in it, and the type instantiations that it needs, as `tsc --extendedDiagnostics` counts
 * them. What it imports is read as far as the file's own types require, as an editor does.
 */
export function compiled(text: string): { problems: string[]; instantiations: number } {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  }
  const file = `${source}application.ts`
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => (name === file ? text : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const found = program.getSemanticDiagnostics(program.getSourceFile(file))
  return {
    problems: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    instantiations: program.getInstantiationCount(),
  }
}

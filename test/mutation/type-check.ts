import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Mutant, mutated } from './mutants.ts'

/** Tells whether the compiler refuses a mutant. Every export has a written type, so its own file is where it would show. */
export function typeChecker(root: string): (mutant: Mutant) => boolean {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  let changed = { path: '', text: '', version: 0 }
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames.filter((name) => name.startsWith(join(root, 'src'))),
    getScriptVersion: (path) => (path === changed.path ? String(changed.version) : '0'),
    getScriptSnapshot: (path) => {
      const text = path === changed.path ? changed.text : ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const service = ts.createLanguageService(host)
  return (mutant) => {
    const path = join(root, mutant.path)
    const text = mutated(readFileSync(path, 'utf8'), mutant)
    changed = { path, text, version: changed.version + 1 }
    const { length: syntax } = service.getSyntacticDiagnostics(path)
    return syntax + service.getSemanticDiagnostics(path).length > 0
  }
}

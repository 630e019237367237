import ts from 'typescript'
import { declarationsOf } from './program.mjs'

/** @import { Door } from './doors.mjs' */

/**
 * @typedef {object} House
 * @property {ts.TypeChecker} checker
 * @property {Map<string, [string, ts.Symbol][]>} exports what each file of a door exports, sorted by name
 * @property {Map<ts.Node, string>} homes the one door at which each exported declaration is told
 */

/**
 * @param {Door[]} doors
 * @returns {House}
 */
export function explore(doors) {
  const files = doors.flatMap((door) => door.files)
  const program = declarationsOf(files.map(({ path }) => path))
  const checker = program.getTypeChecker()
  const exports = new Map(
    files.map(({ name, path }) => [name, exportsOf(checker, program.getSourceFile(path))]),
  )
  const doorOf = new Map(files.map(({ name, path }) => [path, name]))
  /** @type {House['homes']} */
  const homes = new Map()
  for (const [door, names] of exports) {
    for (const declaration of names.flatMap(([, { declarations = [] }]) => declarations)) {
      // A barrel opens what other doors declare: that is told where it is declared.
      const own = doorOf.get(declaration.getSourceFile().fileName)
      homes.set(declaration, own ?? homes.get(declaration) ?? door)
    }
  }
  return { checker, exports, homes }
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile | undefined} file
 * @returns {[string, ts.Symbol][]}
 */
function exportsOf(checker, file) {
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) return []
  return checker
    .getExportsOfModule(module)
    .map((symbol) => /** @type {[string, ts.Symbol]} */ ([symbol.name, resolve(checker, symbol)]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * What a name stands for, however many files have passed it on.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
export function resolve(checker, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return checker.getExportSymbolOfSymbol(target)
}

import { closingBracket, codeMask, propertyValue } from './code-mask.ts'

/** Inserts text into a text. */
export function insertAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at)
}

/** Adds an item to the front of the list whose bracket is at `open`, on its own line if the others have one. */
export function addToList(text: string, open: number, item: string): string {
  const inside = text.slice(open + 1, closingBracket(codeMask(text), open))
  if (inside.trim() === '') return insertAt(text, open + 1, item)
  const [line = ''] = /^[ \t]*\r?\n\s*/.exec(inside) ?? []
  return insertAt(text, open + 1, line ? `${line}${item},` : `${item}, `)
}

/** Adds an item to a list that is a property of the object at `brace`, or adds the property. Undefined if its value is not a list. */
export function addToProperty(
  text: string,
  brace: number,
  name: string,
  item: string,
): string | undefined {
  const mask = codeMask(text)
  const value = propertyValue(mask, brace, name)
  const object = text.slice(brace, closingBracket(mask, brace))
  // A quoted property or a spread object may have the list.
  const isUnsure = object.includes('...') || new RegExp(`['"]${name}['"]`).test(object)
  if (value === undefined)
    return isUnsure ? undefined : addProperty(text, brace, `${name}: [${item}]`)
  return mask.charAt(value) === '[' ? addToList(text, value, item) : undefined
}

/** Adds a property to the front of the object at `brace`. */
export function addProperty(text: string, brace: number, property: string): string {
  const inside = text.slice(brace + 1, closingBracket(codeMask(text), brace))
  const [line = ''] = /^[ \t]*\r?\n[ \t]*/.exec(inside) ?? []
  if (inside.trim() === '') return insertAt(text, brace + 1, `\n  ${property},\n`)
  return insertAt(text, brace + 1, line ? `${line}${property},` : ` ${property},`)
}

/** Adapts a part of a statement to the style of a file. */
export function partInMannerOf(text: string, part: string): string {
  return part.replaceAll("'", mannerOf(text).quote)
}

/** The style of a file: its quotes, and whether statements end in a semicolon. */
interface Manner {
  quote: string
  end: string
}

function mannerOf(text: string): Manner {
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length
  return {
    quote: count(/"/g) > count(/'/g) ? '"' : "'",
    // Lines that end a statement, with or without a semicolon.
    end:
      count(/;[ \t]*$/gm) > count(/^(import|const|let|var|return)\b.*['")\w][ \t]*$/gm) ? ';' : '',
  }
}

/** Adapts lines of code to the style of a file. */
export function inMannerOf(text: string, lines: readonly string[]): string[] {
  const { quote, end } = mannerOf(text)
  return lines.map((line) => (line ? line.replaceAll("'", quote) + end : line))
}

const imported = /^import(?=[\s{*'"])[^'";]*['"][^'"\n]*['"][^\n]*(?:\n|$)/gm
const required = /^(?:const|let|var)\s+[^=\n]+=\s*require\([^\n]*(?:\n|$)/gm

/** True if a file uses `require` and no `import`. */
export function isCommonJs(text: string): boolean {
  const mask = codeMask(text)
  return !/^(import|export)\b/m.test(mask) && /\brequire\(|\bmodule\.exports\b/.test(mask)
}

/** Names to import, and their module. */
export interface Imported {
  readonly names: string
  readonly from: string
}

/** Adds imports after those of a file, in its style. */
export function addImports(text: string, imports: readonly Imported[]): string {
  const common = isCommonJs(text)
  const lines = imports.map(({ names, from }) =>
    common
      ? `const ${names.replace(/ as /g, ': ')} = require('${from}')`
      : `import ${names} from '${from}'`,
  )
  return addBehindImports(text, lines)
}

/** Adds statements after the imports of a file, in its style. */
export function addBehindImports(text: string, lines: readonly string[]): string {
  const mask = codeMask(text)
  const found = [...mask.matchAll(isCommonJs(text) ? required : imported)].at(-1)
  const at = found ? found.index + found[0].length : beginning(mask)
  const before = at > 0 && text.charAt(at - 1) !== '\n' ? '\n' : ''
  const after = found || text.slice(at).trim() === '' ? '' : '\n'
  // A blank line separates statements from imports, if there are any.
  const needed = found ? lines : lines.filter((line) => line !== '')
  const added = inMannerOf(text, needed).map((line) => `${line}\n`)
  return insertAt(text, at, `${before}${added.join('')}${after}`)
}

/** The position after a hashbang and directives, which must come first. */
function beginning(mask: string): number {
  return /^(#![^\n]*\n)?(\s*['"] *['"];?[ \t]*\n)*/.exec(mask)?.[0].length ?? 0
}

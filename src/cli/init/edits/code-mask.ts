/** Matches text that is not code: comments and strings. A string in single or double quotes ends with its line at the latest. */
const notCode =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[\s\S]|[^`\\])*`?/g

/** The text with every comment and every string blanked out. Positions and quotes stay. */
export function codeMask(text: string): string {
  return text.replace(notCode, (found) => {
    const quoted = /^['"`]/.test(found)
    const blank = (part: string) => part.replace(/[^\n]/g, ' ')
    return quoted && found.length > 1
      ? found.charAt(0) + blank(found.slice(1, -1)) + found.charAt(found.length - 1)
      : blank(found)
  })
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The position of the bracket that closes the one at `open`; undefined if brackets do not match. */
export function closingBracket(mask: string, open: number): number | undefined {
  const expected: string[] = []
  for (let at = open; at < mask.length; at++) {
    const sign = mask.charAt(at)
    const closing = pairs[sign]
    if (closing) expected.push(closing)
    else if (/[)\]}]/.test(sign)) {
      if (expected.pop() !== sign) return undefined
      if (expected.length === 0) return at
    }
  }
  return undefined
}

/** The beginning of a property's value in the object whose brace is at `open`; undefined if it has no such property. */
export function propertyValue(mask: string, open: number, name: string): number | undefined {
  const end = closingBracket(mask, open)
  const wanted = new RegExp(String.raw`(?<![\w$.])${name}\s*:\s*`, 'y')
  for (let at = open + 1; end !== undefined && at < end; at++) {
    if (pairs[mask.charAt(at)]) at = closingBracket(mask, at) ?? end
    wanted.lastIndex = at
    if (wanted.test(mask)) return wanted.lastIndex
  }
  return undefined
}

/** The end of a pattern's only match; undefined if there is none, or more than one. */
export function onlyMatchEnd(mask: string, pattern: RegExp): number | undefined {
  const found = [...mask.matchAll(new RegExp(pattern, 'gm'))]
  return found.length === 1 && found[0] ? found[0].index + found[0][0].length : undefined
}

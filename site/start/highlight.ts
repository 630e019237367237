const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Comments, texts and the words of the language; the rest is left alone. */
const tokens =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#) .*|\/\*\*?[\s\S]*?\*\/)|(?<text>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<word>\b(?:as|async|await|case|class|const|default|export|extends|from|function|if|import|interface|let|new|return|switch|type)\b(?!\s*[:=?]))/gm

/** Code as HTML, a little coloured: page one makes its files while it is read, and a whole highlighter would weigh more than the page. */
export function highlighted(code: string): string {
  const parts: string[] = []
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, found]) => found) ?? []
    parts.push(escaped(code.slice(end, match.index)))
    parts.push(`<span class="${kind}">${escaped(match[0])}</span>`)
    end = match.index + match[0].length
  }
  return [...parts, escaped(code.slice(end))].join('')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)
}

/** Nobody speaks more languages than this; whoever writes a longer header wants to keep us busy. */
const mostRanges = 30

/**
 * Of the languages that are offered, the one that a browser likes best (RFC 9110 §12.5.4); undefined if it likes none. A regional
 * variant serves those of another region, but nobody is given a script that they do not read: `zh-TW` is not served by `zh-Hans`.
 */
export function acceptedLanguage(header: string, offered: readonly string[]): string | undefined {
  const ranges = header.split(',').slice(0, mostRanges).map(readRange)
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ tag }) => tag)
  const willing = offered.filter((tag) => !refused.some((range) => sameTag(range, tag)))
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const found = tag === '*' ? willing[0] : matchLanguage(tag, willing)
    if (found !== undefined) return found
  }
  return undefined
}

/** The offered language that somebody who asks for `tag` understands: the same one, or a variant in the same script. */
export function matchLanguage(tag: string, offered: readonly string[]): string | undefined {
  const written = writtenForm(tag)
  return (
    offered.find((other) => sameTag(tag, other)) ??
    offered.find((other) => written !== undefined && written === writtenForm(other))
  )
}

function sameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** One entry of the header: `de-AT;q=0.8`. What cannot be read is not wanted. */
function readRange(written: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = written.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1))
  return { tag, quality: quality >= 0 && quality <= 1 ? quality : -1 }
}

/** Language and script, the script as Unicode expects it where it is not said: `pt-BR` is `pt-Latn`, `zh-TW` is `zh-Hant`. */
function writtenForm(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

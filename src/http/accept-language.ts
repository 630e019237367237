/** Nobody speaks more languages than this; whoever writes a longer header wants to keep us busy. */
const mostRanges = 30

/**
 * Of the languages that are offered, the one that a browser likes best (RFC 9110 §12.5.4); undefined if it likes none. A regional
 * variant serves those of another region, but nobody is given a script that they do not read: `zh-TW` is not served by `zh-Hans`.
 */
export function acceptedLanguage(header: string, offered: readonly string[]): string | undefined {
  return header
    .split(',', mostRanges)
    .map(readRange)
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => (tag === '*' ? offered[0] : matchLanguage(tag, offered)))
    .find(Boolean)
}

/** The offered language that somebody who asks for `tag` understands: the same one, or a variant in the same script. */
function matchLanguage(tag: string, offered: readonly string[]): string | undefined {
  const match = (form: (tag: string) => string | undefined) =>
    offered.find((other) => form(other) === form(tag))
  return match((some) => some.toLowerCase()) ?? match(writtenForm)
}

/** One entry of the header: `de-AT;q=0.8`. */
function readRange(written: string): { tag: string; quality: number } {
  const [tag = '', quality = 1] = written.split(/;\s*q\s*=/i)
  return { tag: tag.trim().toLowerCase(), quality: Number(quality) }
}

/** Language and script, the script as Unicode expects it where it is not said: `pt-BR` is `pt-Latn`, `zh-TW` is `zh-Hant`. */
function writtenForm(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return language + script
  } catch {
    return undefined
  }
}

/** Nobody speaks more languages than this; whoever writes a longer header wants to keep us busy. */
const mostRanges = 30

/**
 * Of the languages that are offered, the one that a browser likes best (RFC 9110 §12.5.4); undefined if it likes none. A regional
 * variant serves those of another region, but nobody is given a script that they do not read: `zh-TW` is not served by `zh-Hans`.
 */
export function acceptedLanguage(header: string, offered: readonly string[]): string | undefined {
  const ranges = header
    .split(',', mostRanges)
    .map(readRange)
    .filter(({ quality }) => quality >= 0 && quality <= 1)
  const left = offered.filter((language) => !isExcluded(language, ranges))
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => (tag === '*' ? left[0] : matchLanguage(tag, left)))
    .find(Boolean)
}

/** One entry of the header: `de-AT;q=0.8`. */
interface LanguageRange {
  tag: string
  quality: number
}

/** A quality of zero says “not acceptable”. The longest range that covers a language decides: `de-AT` outweighs `de;q=0`. */
function isExcluded(language: string, ranges: readonly LanguageRange[]): boolean {
  const covering = ranges.filter(({ tag }) => `${language.toLowerCase()}-`.startsWith(`${tag}-`))
  const longest = covering.sort((a, b) => b.tag.length - a.tag.length || b.quality - a.quality)[0]
  return longest?.quality === 0
}

/** The offered language that somebody who asks for `tag` understands: the same one, or a variant in the same script. */
function matchLanguage(tag: string, offered: readonly string[]): string | undefined {
  const match = (form: (tag: string) => string | undefined) =>
    offered.find((other) => form(other) === form(tag))
  return match((some) => some.toLowerCase()) ?? match(writtenForm)
}

function readRange(written: string): LanguageRange {
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

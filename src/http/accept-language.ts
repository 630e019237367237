/** The most entries to read. Nobody speaks more languages; a longer header only keeps the server busy. */
const mostRanges = 30

/**
 * The offered language that the browser prefers (RFC 9110 §12.5.4); undefined if it accepts none. A variant of another region matches, but
 * none in another script: `zh-TW` does not match `zh-Hans`.
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

/** The offered language that matches `tag`: the same one, or a variant in the same script. */
function matchLanguage(tag: string, offered: readonly string[]): string | undefined {
  const match = (form: (tag: string) => string | undefined) =>
    offered.find((other) => form(other) === form(tag))
  return match((some) => some.toLowerCase()) ?? match(writtenForm)
}

function readRange(written: string): LanguageRange {
  const [tag = '', quality = 1] = written.split(/;\s*q\s*=/i)
  return { tag: tag.trim().toLowerCase(), quality: Number(quality) }
}

/** Language and script. A missing script is the one that Unicode expects: `pt-BR` is `pt-Latn`, `zh-TW` is `zh-Hant`. */
function writtenForm(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return language + script
  } catch {
    return undefined
  }
}

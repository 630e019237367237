import type { AuthConfig } from '../types/config.ts'
import type { Language } from '../types/language.ts'
import { configError } from './problems.ts'

/** What the pages and mails can be said in, and who chooses. */
export interface Languages {
  /** The first is spoken to whoever understands none of them. */
  readonly offered: readonly Language[]
  /** The application's choice, by `lang`. */
  readonly choose?: ((request: Request) => string | undefined) | undefined
}

/** Reads `language` and `languages`. */
export function readLanguages({ language, languages }: AuthConfig): Languages {
  const choose = typeof language === 'function' ? language : undefined
  const one = typeof language === 'function' ? undefined : (language ?? {})
  const offered = languages ?? (one ? [one] : [])
  const clear = !(languages && language) || choose
  if (clear && Array.isArray(offered) && offered.length > 0 && offered.every(isLanguage)) {
    return { offered, choose }
  }
  throw configError(
    languages ? 'languages' : 'language',
    '`language` is one with a `lang`, or a function that chooses among `languages`',
    "Write `language: de` or `languages: [en, de]`, with `import de from 'portico/languages/de'`.",
  )
}

/** `Intl` must be able to tell times and numbers in it. */
function isLanguage(language: Language | undefined): boolean {
  if (typeof language !== 'object' || language === null) return false
  try {
    return Intl.getCanonicalLocales(language.lang ?? 'en').length === 1
  } catch {
    return false
  }
}

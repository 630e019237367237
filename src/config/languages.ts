import type { AuthConfig } from '../types/config.ts'
import type { Language } from '../types/language.ts'
import { configError } from './problems.ts'

/** The languages of pages and mails, and the function that chooses. */
export interface Languages {
  /** The languages to choose from. The first is the default. */
  readonly offered: readonly Language[]
  /** The application's choice: returns a `lang`. */
  readonly choose?: ((request: Request) => string | undefined) | undefined
}

/** Reads `language` and `languages`. */
export function readLanguages({ language = {}, languages }: AuthConfig): Languages {
  const choose = typeof language === 'function' ? language : undefined
  const offered = languages ?? [language]
  if (!languages || choose || Object.keys(language).length === 0) {
    if (Array.isArray(offered) && offered[0] && offered.every(isLanguage)) {
      return { offered, choose }
    }
  }
  throw configError(
    languages ? 'languages' : 'language',
    '`language` is one whose `lang` and `timeZone` exist, or a function that chooses among `languages`',
    'Write `language: de` or `languages: [en, de]`.',
  )
}

/** True if `Intl` can format times and numbers in the language. */
function isLanguage(written: AuthConfig['language']): written is Language {
  try {
    if (typeof written !== 'object') return false
    const { lang = 'en', timeZone } = written
    // Creating a format is slow, and few applications name a time zone.
    return !!(timeZone
      ? new Intl.DateTimeFormat(lang, { timeZone })
      : Intl.getCanonicalLocales(lang))
  } catch {
    return false
  }
}

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
  const [choose, one] = typeof language === 'function' ? [language] : [undefined, language]
  if (languages !== undefined) assertLanguages(languages)
  if (choose ? !languages : one !== undefined && (languages || !isLanguage(one))) {
    throw configError(
      'language',
      languages
        ? '`language` and `languages` both say what is spoken'
        : `\`language\` is ${choose ? 'a choice, and `languages` offers none' : 'not a language with a `lang` such as `de`'}`,
      'Write `language: de` for one, `languages: [en, de]` for several; `language: (request) => …` chooses among them.',
    )
  }
  return { offered: languages ?? [one ?? {}], choose }
}

function assertLanguages(languages: readonly Language[]): void {
  if (Array.isArray(languages) && languages.length > 0 && languages.every(isLanguage)) return
  throw configError(
    'languages',
    '`languages` is not a list of languages, each with a `lang` such as `de`',
    "Write `languages: [en, de]`, with `import de from 'portico/languages/de'`.",
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

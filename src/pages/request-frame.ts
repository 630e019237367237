import type { Context } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { acceptedLanguage } from '../http/accept-language.ts'
import type { CredentialInput } from '../types/credentials.ts'
import type { Language, PageFrame } from '../types/language.ts'
import type { FieldView } from '../types/views.ts'
import { methodText } from './frame.ts'

/** The frame of the pages and mails of one request: the application's look, in the visitor's language. */
export function requestFrame(context: Context): PageFrame {
  const { theme, basePath, trustedOrigins, languages } = context.config
  const { trace } = context.services
  return {
    ...chosenLanguage(context),
    varies: languages.offered.length > 1,
    theme,
    basePath,
    bar: context.bar,
    inspector: trace.page,
    developer: trace.link?.(context.request),
    trustedHttp: trustedOrigins.filter((origin) => origin.startsWith('http:')),
  }
}

/** The sentences of a part in other languages than English, by `lang`. They travel with the part, and are loaded for whoever speaks one. */
export type Words<Text extends object> = () => Promise<Readonly<Record<string, Partial<Text>>>>

/**
 * The sentences of a part in the visitor's language: those of the application come before the part's own, and English is said where there
 * are no others. `name` is the part's.
 */
export async function translated<Text extends object>(
  context: Context,
  name: string,
  english: Text,
  words?: Words<Text>,
): Promise<Text> {
  const frame = requestFrame(context)
  const { lang = 'en' } = frame
  const own = words && lang !== 'en' ? (await words())[lang] : undefined
  return methodText(frame, name, { ...english, ...own })
}

/** A field that an application described, with its label in the visitor's language; `builtIn` where it gave none. */
export function labelled(
  context: Context,
  name: string,
  { labels = {}, ...input }: CredentialInput,
  builtIn: string = name,
): FieldView {
  const { lang = 'en' } = requestFrame(context)
  const own = acceptedLanguage(lang, Object.keys(labels))
  return { ...input, name, label: (own ? labels[own] : input.label) ?? builtIn }
}

/** The application's choice, the browser's, or the first. */
function chosenLanguage(context: Context): Language | undefined {
  const { offered } = context.config.languages
  const names = offered.map(({ lang = 'en' }) => lang)
  const accepted = [applicationsChoice(context), context.request.headers.get('accept-language')]
  const name = acceptedLanguage(accepted.join(), names)
  return offered[name === undefined ? 0 : names.indexOf(name)]
}

/** A choice that fails is logged, and no reason to show nothing: the page may be the one that tells of another error. */
function applicationsChoice({ config, services, request }: Context): string | undefined {
  try {
    const chosen: unknown = config.languages.choose?.(request)
    if (typeof chosen === 'string') return chosen
    if (!(chosen instanceof Promise)) return undefined
    // Nobody waits for it: if it failed, that would end the process.
    chosen.catch(() => undefined)
    throw new TypeError('`language` returned a promise, and pages do not wait')
  } catch (thrown) {
    services.logger.error(toAuthError(thrown))
    return undefined
  }
}

import type { Context } from '../context.ts'
import { acceptedLanguage } from '../http/accept-language.ts'
import { requestFrame } from '../pages/request-frame.ts'
import type { CredentialInput } from '../types/credentials.ts'
import type { FieldView } from '../types/views.ts'

/** A field that an application described, with its label in the visitor's language; `builtIn` where it gave none. */
export function labelled(
  context: Context,
  name: string,
  { labels = {}, ...input }: CredentialInput,
  builtIn: string = name,
): FieldView {
  const { lang = 'en' } = requestFrame(context)
  const translation = acceptedLanguage(lang, Object.keys(labels))
  const label = translation === undefined ? input.label : labels[translation]
  return { ...input, name, label: label ?? builtIn }
}

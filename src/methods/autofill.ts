import type { Context } from '../context.ts'
import type { FieldView } from '../types/views.ts'

/** An input in which the browser offers passkeys along with what it remembers, if the application has any. */
export function autofilled({ config }: Context, input: FieldView): FieldView {
  const offers = [...config.providers.values()].some(({ autofills }) => autofills)
  const { autocomplete, autoComplete = autocomplete ?? 'username', ...rest } = input
  return offers ? { ...rest, name: input.name, autocomplete: `${autoComplete} webauthn` } : input
}

import type { Context } from '../context.ts'
import type { FieldView } from '../types/views.ts'

/** An input in which the browser offers another way in along with what it remembers, if the application has one that can be offered so. */
export function autofilled({ config }: Context, input: FieldView): FieldView {
  const [offered] = Array.from(config.providers.values(), ({ autofills }) => autofills).filter(
    Boolean,
  )
  const { autocomplete, autoComplete = autocomplete ?? 'username', ...rest } = input
  return offered ? { ...rest, name: input.name, autocomplete: `${autoComplete} ${offered}` } : input
}

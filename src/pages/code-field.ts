import type { FieldView } from '../types/views.ts'

/** The look of a field for a code: its digits stand apart. */
export const codeCss =
  '.code{text-indent:.35em;text-align:center;font:600 1.5rem ui-monospace,monospace;letter-spacing:.35em}'

/** The field for a code of six digits of any keyboard, with room for what people copy along. Browsers fill it in from a mail. */
export function codeField(label: string): FieldView {
  return {
    name: 'code',
    label,
    class: 'code',
    placeholder: '••••••',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    pattern: '\\W*(\\p{Nd}\\W*){6}',
    maxlength: 20,
    required: true,
    autofocus: true,
  }
}

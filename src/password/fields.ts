import type { Context } from '../context.ts'
import { autofilled } from '../methods/autofill.ts'
import type { Flash } from '../pages/flash.ts'
import { mailedCode } from '../pages/mailed-code.ts'
import type { FieldView } from '../types/views.ts'
import type { ResolvedPassword } from './resolved.ts'
import type { Sentences } from './text.ts'

/** The field for the address or the username. */
export function identifierField(
  context: Context,
  { identifier }: ResolvedPassword,
  say: Sentences,
  { typed = {} }: Flash = {},
): FieldView {
  const value = typed[identifier]
  const field = {
    name: identifier,
    label: say[identifier],
    autocomplete: 'username',
    required: true,
    ...(value && { value }),
  }
  const text = { ...field, autocapitalize: 'none', spellcheck: 'false', maxlength: 60 }
  return autofilled(context, identifier === 'email' ? { ...field, type: 'email' } : text)
}

/** The field for the password of somebody who has one. */
export function passwordField(label: string, name = 'password'): FieldView {
  return { name, label, type: 'password', autocomplete: 'current-password', required: true }
}

/** The field for a new password, of which managers make one up. They are not told the rule in words, so `minlength` says it. */
export function newPasswordField(label: string, { minimum }: ResolvedPassword): FieldView {
  const rule = { minlength: minimum, required: true }
  return { name: 'password', label, type: 'password', autocomplete: 'new-password', ...rule }
}

/** The field for a mailed code. */
export function codeField(label: string): FieldView {
  return { ...mailedCode, label, class: 'code' }
}

/** The address or username for a manager that saves a new password, which nobody types again. */
export function shownIdentifier(label: string, value: string): FieldView {
  return { name: 'username', label, type: 'text', autocomplete: 'username', readonly: true, value }
}

import type { Context } from '../context.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { gatedForm } from '../methods/gate.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { FieldView, FormView } from '../types/views.ts'
import { identifierField, newPasswordField, passwordField } from './fields.ts'
import { passwordHash } from './kinds.ts'
import type { ResolvedPassword } from './resolved.ts'
import { hasIdentifier } from './set.ts'
import type { Sentences } from './text.ts'

/** The form by which somebody who is signed in changes their password, or sets the first one. */
export async function ownForm(
  context: Context,
  provider: ResolvedPassword,
  userId: string,
  say: Sentences,
): Promise<{ form: FormView; has: boolean; asks: boolean }> {
  const storage = requireStorage(context.config)
  const has = await hasItems(storage, passwordHash, userId)
  const asks = !has && !(await hasIdentifier(storage, provider, userId))
  const next = newPasswordField(say.newPassword, provider)
  const inputs: FieldView[] = has ? [passwordField(say.currentPassword, 'current'), next] : [next]
  if (asks) inputs.unshift(identifierField(context, provider, say))
  const form = { submit: has ? say.change : say.set, action: `${context.baseUrl}/password`, inputs }
  const gate = has ? 'credentials' : 'mail'
  return { form: has || asks ? await gatedForm(context, gate, form) : form, has, asks }
}

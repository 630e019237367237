import type { Context } from '../../context.ts'
import { translated } from '../../pages/request-frame.ts'
import type { AccountSection } from '../../types/views.ts'
import { gatedForm } from '../gate.ts'
import { pageText } from './page-text.ts'
import type { ResolvedEmail } from './resolved.ts'

/** The address that mails go to, and a way to prove one where that has not been done. */
export async function accountSection(
  context: Context,
  [provider]: readonly ResolvedEmail[],
  { id }: { id: string },
): Promise<AccountSection | undefined> {
  const { config, baseUrl } = context
  if (!provider || !config.storage?.getUser) return undefined
  const say = await translated(context, 'email', pageText)
  const user = await config.storage.getUser(id)
  const { email, emailVerified } = user ?? {}
  const fact = emailVerified ? say.confirmed : say.unconfirmed
  const input = { name: 'email', label: say.add, type: 'email', autocomplete: 'email' }
  return {
    title: say.email,
    none: say.none,
    items: email ? [{ name: email, icon: 'mail', facts: [fact] }] : [],
    add: emailVerified
      ? undefined
      : await gatedForm(context, 'mail', {
          submit: say.confirmAddress,
          action: `${baseUrl}/signin/${provider.id}`,
          fields: { link: 'true', callbackUrl: `${baseUrl}/account` },
          inputs: [{ ...input, required: true, ...(email && { value: email }) }],
        }),
  }
}

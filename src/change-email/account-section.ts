import type { Context } from '../context.ts'
import { gatedForm } from '../methods/gate.ts'
import { promotionIn } from '../methods/load.ts'
import type { AccountSection } from '../types/views.ts'
import { changeText } from './text.ts'

/** The form for a new address. A provisional user has none to change: they sign in. */
export async function accountSection(
  context: Context,
  _providers: readonly undefined[],
  { id }: { id: string },
): Promise<AccountSection | undefined> {
  const { config, baseUrl } = context
  if (await promotionIn(context)) return undefined
  const { email } = (await config.storage?.getUser?.(id)) ?? {}
  const isListed = [...config.providers.values()].some(({ type }) => type === 'email')
  // Who has no address yet adds one by the form of the sign-in by email, which also lists the one they have.
  if (!email && isListed) return undefined
  const say = await changeText(context)
  const input = { name: 'email', label: say.newAddress, type: 'email', autocomplete: 'email' }
  const form = { submit: say.change, action: `${baseUrl}/change-email` }
  return {
    title: say.title,
    none: isListed ? '' : say.none,
    items: email && !isListed ? [{ name: email, icon: 'mail' }] : [],
    add: await gatedForm(context, 'mail', { ...form, inputs: [{ ...input, required: true }] }),
  }
}

import type { Context } from '../context.ts'
import { itemsOf } from '../identity/items.ts'
import type { PageText } from '../types/language.ts'
import type { AccountSection } from '../types/views.ts'
import { passwordHash } from './kinds.ts'
import { ownForm } from './own-form.ts'
import type { ResolvedPassword } from './resolved.ts'
import { passwordText } from './text.ts'
import { passwordKey } from './ways-in.ts'

/** Says if a person has a password, and offers to change it or to set the first one. */
export async function accountSection(
  context: Context,
  [provider]: readonly ResolvedPassword[],
  { id }: { id: string },
  common: PageText,
): Promise<AccountSection | undefined> {
  if (!provider) return undefined
  const say = await passwordText(context)
  const { form, has } = await ownForm(context, provider, id, say)
  const found = await itemsOf(context, passwordHash).find(id)
  const at = found.state === 'readable' ? found.item.createdAt : undefined
  const key = passwordKey(id)
  const fields = { action: 'removePassword', provider: provider.id }
  const item = {
    name: say.title,
    icon: 'key' as const,
    // One that cannot be read is there all the same, and can be removed.
    facts: at ? [{ label: say.changed, at, date: true as const }] : [],
    actions: [{ label: common.remove, action: `${context.baseUrl}/account`, fields, removes: key }],
  }
  return { title: say.title, none: say.none, items: has ? [item] : [], add: form }
}

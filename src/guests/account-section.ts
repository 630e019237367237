import type { Context } from '../context.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { AccountSection } from '../types/views.ts'
import { guestMark } from './kind.ts'
import type { ResolvedGuest } from './resolved.ts'
import { guestText } from './text.ts'

/** Tells a guest that their work is kept when they sign in. Others see nothing of it. */
export async function accountSection(
  context: Context,
  _providers: readonly ResolvedGuest[],
  { id }: { id: string },
): Promise<AccountSection | undefined> {
  if (!(await hasItems(requireStorage(context.config), guestMark, id))) return undefined
  const say = await guestText(context)
  const more = { href: signInPageUrl(context), label: say.signIn }
  return { title: say.title, none: say.keep, items: [], more, first: true }
}

import type { Context } from '../context.ts'
import type { OwnAccessToken } from '../types/access-tokens.ts'
import type { PageText } from '../types/language.ts'
import type { AccountItem, AccountSection } from '../types/views.ts'
import { listTokens } from './calls.ts'
import { tokenInputs } from './form.ts'
import type { AccessTokenSettings } from './settings.ts'
import { tokenText } from './text.ts'

/** The query parameter of the account page that asks for the next tokens. */
const pageParameter = 'tokens'

/** One page of the user's tokens, and the form that creates one. */
export async function accountSection(
  settings: AccessTokenSettings,
  context: Context,
  { id: userId }: { id: string },
  say: PageText,
): Promise<AccountSection> {
  const own = await tokenText(context)
  const { baseUrl, services, query } = context
  const after = query.get(pageParameter)
  const { tokens, next } = await listTokens(context, userId, { after })
  const account = `${baseUrl}/account`
  const item = (token: OwnAccessToken): AccountItem => ({
    name: token.name,
    icon: 'key',
    facts: [
      token.scopes.join(', '),
      token.expires ? { label: own.ends, at: token.expires, date: true } : own.endless,
      token.lastUsedAt ? { label: say.lastUsed, at: token.lastUsedAt } : own.neverUsed,
    ],
    actions: [
      { label: own.revoke, action: account, fields: { action: 'revokeToken', id: token.id } },
    ],
  })
  return {
    title: own.title,
    none: own.none,
    // The storage sorts them by hash.
    items: tokens.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt)).map(item),
    ...(next !== null && {
      more: {
        href: `${account}?${new URLSearchParams({ [pageParameter]: next })}`,
        label: own.more,
      },
    }),
    add: {
      submit: own.create,
      action: `${baseUrl}/tokens`,
      inputs: tokenInputs(settings, own, services.now()),
    },
  }
}

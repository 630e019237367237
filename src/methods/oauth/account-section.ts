import type { Context } from '../../context.ts'
import type { PageText } from '../../types/language.ts'
import type { AccountItem, AccountSection } from '../../types/views.ts'
import { accountLabel } from './account-label.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The platforms that a person has connected, each account on its own, and those that they can connect. */
export async function accountSection(
  { config, baseUrl }: Context,
  providers: readonly ResolvedOAuth[],
  { id }: { id: string },
  say: PageText,
  leadsTo: readonly (string | undefined)[],
): Promise<AccountSection | undefined> {
  // Without a storage nothing belongs to anybody but the session.
  if (!config.storage) return undefined
  const accounts = (await config.storage.listAccounts?.(id)) ?? []
  const items = providers.flatMap(({ id: provider, style, button, ...named }): AccountItem[] => {
    const name = button?.name ?? named.name
    const own = accounts.filter((account) => account.provider === provider)
    if (own.length === 0) {
      const fields = { link: 'true', callbackUrl: `${baseUrl}/account` }
      const connect = { label: say.connect, action: `${baseUrl}/signin/${provider}`, fields }
      return [{ name, style, actions: [connect] }]
    }
    return own.map((one) => ({
      name,
      style,
      facts: [
        own.length > 1 ? accountLabel(one) : say.connected,
        ...(one.scope ? [say.granted(one.scope.split(/[\s,]+/).join(', '))] : []),
      ],
      actions: [
        {
          label: say.disconnect,
          action: `${baseUrl}/account`,
          fields: { action: 'disconnect', provider, account: one.providerAccountId },
        },
      ],
    }))
  })
  // What is connected comes first.
  items.sort((a, b) => Number(b.facts !== undefined) - Number(a.facts !== undefined))
  const outside = leadsTo.filter((place) => place !== undefined)
  return { title: say.platforms, none: say.noPlatforms, items, leadsTo: outside }
}

import type { ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import { accountWay } from '../identity/ways-in.ts'
import { loadMethod } from '../methods/load.ts'
import type { PageText } from '../types/language.ts'
import type { AccountItem, AccountSection } from '../types/views.ts'
import { accountEnding, accountName } from './account-label.ts'

/** The platforms that a person has connected, each account on its own, and those that they can connect. */
export async function connectedPlatforms(
  context: Context,
  platforms: readonly ResolvedProvider[],
  { id }: { id: string },
  say: PageText,
): Promise<AccountSection> {
  const { config, baseUrl } = context
  const accounts = (await config.storage?.listAccounts?.(id)) ?? []
  const views = await Promise.all(
    platforms.map(async (platform) => {
      const method = await loadMethod(platform)
      return { provider: platform.id, ...(await method.view(context, platform, say)) }
    }),
  )
  const items = views.flatMap(({ provider, name, style }): AccountItem[] => {
    const own = accounts.filter((account) => account.provider === provider)
    if (own.length === 0) {
      const fields = { link: 'true', callbackUrl: `${baseUrl}/account` }
      const connect = { label: say.connect, action: `${baseUrl}/signin/${provider}`, fields }
      return [{ name, style, actions: [connect] }]
    }
    return own.map((one) => ({
      name,
      style,
      facts: [accountName(one) ?? (own.length > 1 ? accountEnding(one) : say.connected)],
      actions: [
        {
          label: say.disconnect,
          action: `${baseUrl}/account`,
          fields: { action: 'disconnect', provider, account: one.providerAccountId },
          removes: accountWay(one),
        },
      ],
    }))
  })
  // What is connected comes first.
  items.sort((a, b) => Number(b.facts !== undefined) - Number(a.facts !== undefined))
  const leadsTo = views.flatMap((view) => view.leadsTo ?? [])
  return { title: say.platforms, none: say.noPlatforms, items, leadsTo }
}

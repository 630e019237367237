import type { ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { accountEnding, accountName } from '../identity/account-name.ts'
import { accountWay } from '../identity/ways-in.ts'
import { loadMethod } from '../methods/load.ts'
import type { AccountView } from '../pages/account-page.ts'
import type { PageText } from '../types/language.ts'
import type { AccountItem, AccountSection } from '../types/views.ts'

/** So many that can be connected stand in the open: more would push everything else off the screen. */
const maxShown = 4

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
  const leadsTo = views.flatMap((view) => view.leadsTo ?? [])
  const connected = items.filter(({ facts }) => facts)
  const others = items.filter(({ facts }) => !facts)
  const shown =
    others.length > maxShown ? { items: connected, others } : { items: [...connected, ...others] }
  return { title: say.platforms, none: say.noPlatforms, ...shown, leadsTo }
}

/** The offer to connect a platform that somebody came from; none if they have an account there. */
export async function connectOffer(
  context: Context,
  { id }: { id: string },
  say: PageText,
): Promise<AccountView['offer']> {
  const { config, query, baseUrl } = context
  const platform = config.providers.get(query.get('connect') ?? '')
  if (!platform?.method.platforms) return undefined
  const accounts = (await config.storage?.listAccounts?.(id)) ?? []
  if (accounts.some(({ provider }) => provider === platform.id)) return undefined
  const { name, style } = await (await loadMethod(platform)).view(context, platform, say)
  const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
  const action = `${baseUrl}/signin/${platform.id}`
  const form = { action, submit: say.connect, style, fields: { link: 'true', callbackUrl } }
  return { text: say.connectOffer(name), form }
}

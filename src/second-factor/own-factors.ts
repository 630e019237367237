import type { App } from '../app.ts'
import { allItems } from '../identity/all-items.ts'
import { itemsOf } from '../identity/items.ts'
import type { ItemData, ItemKind } from '../types/item.ts'
import type { OwnFactor, OwnFactors, TrustedBrowser } from '../types/second-factor.ts'
import { factorsOf } from './factors.ts'
import { passkeyStep, totp, trustedBrowser } from './kinds.ts'
import { countCodes } from './recovery-codes.ts'

/** The second factors of a user, without their secrets. */
export async function ownFactors(app: App, userId: string): Promise<OwnFactors> {
  const { totp: hasTotp, passkey } = await factorsOf(app, userId)
  const apps = hasTotp ? await describe(app, totp, userId, 'totp') : []
  const passkeys = passkey ? await describe(app, passkeyStep, userId, 'passkey') : []
  return {
    factors: [...apps, ...passkeys],
    recoveryCodes: await countCodes(app, userId),
    trustedBrowsers: await trustedBrowsersOf(app, userId),
  }
}

/** One factor. One that cannot be read is there all the same, and nothing is known of it. */
async function describe<Data extends ItemData, Secret>(
  app: App,
  kind: ItemKind<Data, Secret>,
  userId: string,
  factor: OwnFactor['factor'],
): Promise<OwnFactor[]> {
  const found = await itemsOf(app, kind).find(userId)
  if (found.state === 'none') return []
  if (found.state === 'unreadable') return [{ factor }]
  const { createdAt, lastUsedAt } = found.item
  return [{ factor, addedAt: createdAt, ...(lastUsedAt && { lastUsedAt }) }]
}

/** The browsers in which a user is not asked. */
async function trustedBrowsersOf(app: App, userId: string): Promise<TrustedBrowser[]> {
  return (await allItems(itemsOf(app, trustedBrowser), userId)).flatMap((found) => {
    if (found.state !== 'readable') return []
    const { id, data, createdAt, expires } = found.item
    const { browser, system } = data
    return [{ id, browser, system, addedAt: createdAt, expires: expires ?? createdAt }]
  })
}

/** Forgets one trusted browser of a user, or all of them. */
export async function forgetBrowsers(app: App, userId: string, id?: string): Promise<void> {
  const items = itemsOf(app, trustedBrowser)
  if (id === undefined) return void (await items.deleteAll(userId))
  for (const found of await allItems(items, userId))
    if (found.state === 'readable' && found.item.id === id) await items.delete(found.item.lookup)
}

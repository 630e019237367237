import type { App } from '../app.ts'
import { tellOf } from '../identity/happened.ts'
import { deleteItems } from '../identity/item-kinds.ts'
import type { Asker } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import type { FactorName } from '../types/second-factor.ts'
import type { Storage } from '../types/storage.ts'
import type { Who } from '../types/who.ts'
import { factorsOf, isOn } from './factors.ts'
import { passkeyStep, recoveryCode, totp, trustedBrowser } from './kinds.ts'
import type { Rules } from './options.ts'
import { renewCodes } from './recovery-codes.ts'

const kinds = { totp, passkey: passkeyStep } as const

/** Adds a factor, in one transaction that has the user to itself. Returns the recovery codes that come with the first. */
export async function addFactor(
  app: App,
  rules: Rules,
  { who, asker }: { who: Who; asker: Asker },
  factor: FactorName,
  keep: (inside: Storage) => Promise<void>,
): Promise<string[]> {
  const { userId } = asker
  const codes = await changeUser(app.config, asker, async (inside) => {
    await deleteItems(inside, trustedBrowser, userId)
    await keep(inside)
    const { recoveryCode: hasCodes } = await factorsOf(app, userId, inside)
    return hasCodes ? [] : renewCodes(app, inside, userId, rules.recoveryCodes)
  })
  await tellOf(app, who, { event: 'addFactor', userId, detail: { factor } })
  return codes
}

/** Removes factors; before them, as a storage may stop anywhere, what opens: trusted browsers, and with the last factor recovery codes. */
export async function removeFactors(
  app: App,
  { who, asker }: { who: Who; asker: Asker },
  factors: readonly FactorName[],
): Promise<void> {
  const { userId } = asker
  const gone = await changeUser(app.config, asker, async (inside) => {
    const left = await factorsOf(app, userId, inside)
    const gone = Object.fromEntries(factors.map((factor) => [factor, false]))
    await deleteItems(inside, trustedBrowser, userId)
    if (!isOn({ ...left, ...gone })) await deleteItems(inside, recoveryCode, userId)
    const removed: FactorName[] = []
    for (const factor of factors)
      if ((await deleteItems(inside, kinds[factor], userId)) > 0) removed.push(factor)
    return removed
  })
  for (const factor of gone)
    await tellOf(app, who, { event: 'removeFactor', userId, detail: { factor } })
}

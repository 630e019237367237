import type { App } from '../app.ts'
import { requireItems, storedKind } from '../identity/item-kinds.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import type { Storage } from '../types/storage.ts'
import { fromBase32 } from './base32.ts'
import { totp } from './kinds.ts'
import { matchingStep, secondsPerStep, stepAt, totpCode } from './totp.ts'

/** So many times another server may be faster. */
const maxTries = 3

/**
 * Uses a code up: true if it is one of the user's app, and no code of its step or of a later one was used before. The step is raised in one
 * atomic statement: of two servers that get the same code one accepts it.
 */
export async function useTotpCode(app: App, userId: string, code: string): Promise<boolean> {
  const items = itemsOf(app, totp)
  for (let tries = 0; tries < maxTries; tries++) {
    const found = await items.find(userId)
    assertAnswered(found)
    if (found.state !== 'readable') return false
    const { item } = found
    const now = Math.floor(app.services.now() / 1000)
    const key = fromBase32(item.secret)
    const step = key && (await matchingStep(key, code, now, { after: item.data.step }))
    if (step === undefined) return false
    if (!(await items.replace(item, { data: { step } }))) continue
    await items.touch(userId)
    return true
  }
  return false
}

/** The farthest back that a code is recognised, in steps. */
const maxStepsBack = 20

/**
 * The number of minutes ago when a refused code was right; undefined if it was not in the last ten. Codes of the future are not told: a
 * guesser would only have to wait.
 */
export async function minutesBehind(
  app: App,
  userId: string,
  code: string,
): Promise<number | undefined> {
  const found = await itemsOf(app, totp).find(userId)
  const key = found.state === 'readable' ? fromBase32(found.item.secret) : undefined
  if (!key || found.state !== 'readable') return undefined
  const now = stepAt(Math.floor(app.services.now() / 1000))
  for (let back = 2; back <= maxStepsBack; back++) {
    // A code that was used says nothing about the clock.
    if (now - back <= found.item.data.step) return undefined
    if ((await totpCode(key, now - back)) === code) return Math.ceil((back * secondsPerStep) / 60)
  }
  return undefined
}

/** An app that is proven, or comes from elsewhere. */
export interface ProvenApp {
  secret: string
  /** The step of the code that proved it. */
  step: number
  /** Set if it takes the place of one before; otherwise a second one is refused with `StorageConflict`. */
  replaces?: boolean
}

/** Keeps an app. */
export async function keepTotp(
  app: App,
  inside: Storage,
  userId: string,
  { secret, step, replaces = false }: ProvenApp,
): Promise<void> {
  const items = itemsOf(app, totp, inside)
  const place = { kind: storedKind(totp), lookup: userId }
  const before = replaces && !inside.transaction && (await requireItems(inside).getItem(place))
  // Between two steps that nothing holds together, the user would be without a factor.
  if (before && (await items.replace({ ...before, data: { step }, secret }, {}))) return
  if (replaces) await items.delete(userId)
  await items.put({ lookup: userId, userId, data: { step }, secret })
}

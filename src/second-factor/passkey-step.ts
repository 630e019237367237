import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Storage } from '../types/storage.ts'
import { factorsOf } from './factors.ts'
import { passkeyStep } from './kinds.ts'
import type { Rules } from './options.ts'

/** Keeps the wish of somebody who has a passkey to be asked for it after every other way in. */
export async function keepPasskeyStep(
  app: App,
  rules: Rules,
  inside: Storage,
  userId: string,
): Promise<void> {
  const { passkeys } = await factorsOf(app, userId, inside)
  if (!rules.passkey || passkeys === 0)
    throw new AuthError('InvalidRequest', 'The person has no passkey to be asked for')
  const items = itemsOf(app, passkeyStep, inside)
  await items.delete(userId)
  await items.put({ lookup: userId, userId, data: {}, secret: undefined })
}

import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { itemsOf } from '../identity/items.ts'
import type { Storage } from '../types/storage.ts'
import { factorsOf, hasOnlyPasskeys, passkeyProvider } from './factors.ts'
import { passkeyStep } from './kinds.ts'
import type { Rules } from './options.ts'

/** True if a user can be asked for a passkey. Whoever has no other way in, and keys that verify nobody, would be locked out. */
export async function canShowPasskey(
  app: App,
  rules: Rules,
  userId: string,
  inside?: Storage,
): Promise<boolean> {
  const { passkeys, totp } = await factorsOf(app, userId, inside)
  if (!rules.passkey || passkeys === 0) return false
  const verifies = passkeyProvider(app.config)?.userVerification ?? 'required'
  return totp || verifies === 'required' || !(await hasOnlyPasskeys(app, userId, inside))
}

/** Keeps the wish of somebody who has a passkey to be asked for it after every other way in. */
export async function keepPasskeyStep(
  app: App,
  rules: Rules,
  inside: Storage,
  userId: string,
): Promise<void> {
  if (!(await canShowPasskey(app, rules, userId, inside)))
    throw new AuthError('InvalidRequest', 'The person has no passkey to be asked for')
  const items = itemsOf(app, passkeyStep, inside)
  await items.delete(userId)
  await items.put({ lookup: userId, userId, data: {}, secret: undefined })
}

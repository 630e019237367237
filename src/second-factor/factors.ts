import type { App } from '../app.ts'
import type { ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { waysIn } from '../identity/ways-in.ts'
import type { ResolvedPasskey } from '../passkeys/resolved.ts'
import { usablePasskeys } from '../passkeys/usable-passkeys.ts'
import { passkeyKey } from '../passkeys/ways-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import { passkeyStep, recoveryCode, totp } from './kinds.ts'
import type { Rules } from './options.ts'

/** The factors that a user can be asked for. */
export interface Factors {
  /** True also if its key cannot be read: then it is there, and nobody can prove it. */
  readonly totp: boolean
  readonly passkey: boolean
  readonly recoveryCode: boolean
  /** The passkeys that the user could show, whether they want to be asked for one or not. */
  readonly passkeys: number
}

/** The factors of a user. It needs no secret, and rejects if the storage does not answer: nobody gets past a database that is down. */
export async function factorsOf(
  { config }: App,
  userId: string,
  storage: Storage = requireStorage(config),
): Promise<Factors> {
  const provider = passkeyProvider(config)
  const has = (kind: Parameters<typeof hasItems>[1]) => hasItems(storage, kind, userId)
  const passkeys = provider ? (await usablePasskeys(storage, provider, userId)).length : 0
  return {
    totp: await has(totp),
    // Where Passkey was taken out of the configuration, the wish is there, and nobody can fulfil it.
    passkey: (passkeys > 0 || !provider) && (await has(passkeyStep)),
    recoveryCode: await has(recoveryCode),
    passkeys,
  }
}

/** True if a user is asked for a second factor. Recovery codes alone are none. */
export function isOn(factors: Factors): boolean {
  return factors.totp || factors.passkey
}

/** True if the step of a sign-in is to set something up: the user has nothing to show, or nothing but what they came with. */
export async function mustSetUp(
  app: App,
  { passkey }: Rules,
  userId: string,
  factors: Factors,
): Promise<boolean> {
  if (isOn(factors)) return false
  return !passkey || factors.passkeys === 0 || hasOnlyPasskeys(app, userId)
}

/** True if a user signs in with passkeys and nothing else. One that does not verify its user is no second step then: it was the first. */
export async function hasOnlyPasskeys(
  { config }: App,
  userId: string,
  storage: Storage = requireStorage(config),
): Promise<boolean> {
  const ways = [...(await waysIn(config, storage, userId))]
  return ways.every((way) => way.startsWith(passkeyKey('')))
}

/** The provider of the application's passkeys. */
export function passkeyProvider({ providers }: Config): ResolvedPasskey | undefined {
  return [...providers.values()].find(isPasskey)
}

/** Knows a provider of passkeys. */
export function isPasskey(provider: ResolvedProvider): provider is ResolvedPasskey {
  return provider.type === 'webauthn'
}

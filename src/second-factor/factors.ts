import type { App } from '../app.ts'
import type { ResolvedProvider } from '../config/part.ts'
import type { Config } from '../config.ts'
import { hasItems } from '../identity/item-kinds.ts'
import type { ResolvedPasskey } from '../passkeys/resolved.ts'
import { usablePasskeys } from '../passkeys/usable-passkeys.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { Storage } from '../types/storage.ts'
import { passkeyStep, recoveryCode, totp } from './kinds.ts'

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

/** The provider of the application's passkeys. */
export function passkeyProvider({ providers }: Config): ResolvedPasskey | undefined {
  return [...providers.values()].find(isPasskey)
}

/** Knows a provider of passkeys. */
export function isPasskey(provider: ResolvedProvider): provider is ResolvedPasskey {
  return provider.type === 'webauthn'
}

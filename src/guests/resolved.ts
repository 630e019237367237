import type { ResolvedProvider } from '../config/part.ts'
import type { GuestConfig } from '../types/guest.ts'

/** A guest provider after the configuration was read. */
export interface ResolvedGuest extends ResolvedProvider, Readonly<Pick<GuestConfig, 'merge'>> {
  readonly type: 'guest'
}

/** Knows the guest provider among others. */
export function isGuestProvider(provider: { readonly type: string }): provider is ResolvedGuest {
  return provider.type === 'guest'
}

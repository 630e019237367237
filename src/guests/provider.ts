import { merge } from '../description/merge.ts'
import type { GuestConfig, GuestUserConfig } from '../types/guest.ts'
import { guest } from './part.ts'

/** A guest provider: call it with your options, or leave it as it is. */
export type GuestProvider = (options?: GuestUserConfig) => GuestConfig

/** Makes a guest provider. The code that serves it comes along, and is loaded at its first use. */
export function guestProvider(described: Pick<GuestConfig, 'id' | 'name' | 'type'>): GuestProvider {
  const defaults: GuestConfig = { method: guest, ...described }
  return (options) => merge(defaults, { ...options })
}

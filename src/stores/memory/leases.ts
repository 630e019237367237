import type { Leases } from '../parts.ts'
import type { Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Leases in memory, by the clock of this process: no other process can hold one. */
export function leases({ leases }: Tables, write: Write, now: () => number): Leases {
  return {
    lease: (key, seconds, owner) =>
      write(() => {
        const held = leases.get(key)
        if (held && held.owner !== owner && held.expires.getTime() > now()) return false
        leases.set(key, { owner, expires: new Date(now() + seconds * 1000) })
        return true
      }),
    releaseLease: (key, owner) =>
      write(() => {
        if (leases.get(key)?.owner === owner) leases.delete(key)
      }),
  }
}

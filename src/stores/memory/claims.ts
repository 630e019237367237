import type { Claims } from '../parts.ts'
import type { Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Keys that can be taken once, in memory. */
export function claims({ claims }: Tables, write: Write, now: () => number): Claims {
  return {
    claim: (key, expires) =>
      write(() => {
        const held = claims.get(key)
        if (held && held.getTime() > now()) return false
        claims.set(key, new Date(expires))
        return true
      }),
    release: (key) => write(() => void claims.delete(key)),
  }
}

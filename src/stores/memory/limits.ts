import type { Limits } from '../parts.ts'
import type { Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Counters of attempts in memory. */
export function limits({ windows }: Tables, write: Write, now: () => number): Limits {
  return {
    hit: (key, windowSeconds) =>
      write(() => {
        const open = windows.get(key)
        const current = open && open.expires.getTime() > now()
        const expires = current ? open.expires : new Date(now() + windowSeconds * 1000)
        const count = (current ? open.count : 0) + 1
        windows.set(key, { count, expires })
        return count
      }),
  }
}

/** Keys that are good once. */
export interface Claims {
  /** True for the first caller with a key until it expires, false for everybody after. */
  claim(key: string, expires: Date): boolean
  /** Gives a claimed key back before it expires. */
  release(key: string): void
}

const maxKeys = 10_000

/** Remembers which keys were used, in this process. What is oldest is forgotten first when there are too many. */
export function createClaims(now: () => number): Claims {
  const used = new Map<string, number>()
  return {
    claim(key, expires) {
      const until = used.get(key)
      if (until !== undefined && until > now()) return false
      used.delete(key)
      used.set(key, expires.getTime())
      for (const [oldest, end] of used) {
        if (end > now() && used.size <= maxKeys) break
        used.delete(oldest)
      }
      return true
    },
    release(key) {
      used.delete(key)
    },
  }
}

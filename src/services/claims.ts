/** Keys that are good once. */
export interface Claims {
  /** True for the first caller with a key until it expires, false for everybody after. */
  claim(key: string, expires: Date): boolean
  /** Gives a claimed key back before it expires. */
  release(key: string): void
}

const maxKeys = 200_000

/**
 * Remembers which keys were used, in this process. What is oldest is forgotten first when there are too many; from then on no key of
 * its kind (the first word) that expires as early counts as unused, since it may be the one that was forgotten.
 */
export function createClaims(now: () => number, limit: number = maxKeys): Claims {
  const used = new Map<string, number>()
  const forgotten = new Map<string, number>()
  return {
    claim(key, expires) {
      const until = used.get(key)
      if (until !== undefined && until > now()) return false
      if (until === undefined && expires.getTime() <= (forgotten.get(kindOf(key)) ?? 0))
        return false
      used.delete(key)
      used.set(key, expires.getTime())
      for (const [oldest, end] of used) {
        if (end > now() && used.size <= limit) break
        used.delete(oldest)
        const kind = kindOf(oldest)
        if (end > now()) forgotten.set(kind, Math.max(end, forgotten.get(kind) ?? 0))
      }
      return true
    },
    release(key) {
      used.delete(key)
    },
  }
}

function kindOf(key: string): string {
  return key.split(' ', 1)[0] ?? ''
}

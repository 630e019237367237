/** Keys that can be used once. */
export interface Claims {
  /** True for the first caller with a key until it expires, false for all others. */
  claim(key: string, expires: Date): boolean
  /** Gives a claimed key back before it expires. */
  release(key: string): void
}

const maxKeys = 200_000

/**
 * Remembers which keys were used, in this process. If there are too many, the oldest are forgotten; from then on, a key of the same kind
 * (the first word) that expires no later counts as used, since it may be one of those.
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

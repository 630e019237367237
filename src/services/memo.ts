/** Remembers what was loaded, for some seconds. Concurrent calls load once; a failure is not remembered. */
export type Memo = <T>(key: string, seconds: number, load: () => Promise<T>) => Promise<T>

/** A new, empty memory. */
export function createMemo(now: () => number): Memo {
  const entries = new Map<string, { value: Promise<unknown>; until: number }>()
  return <T>(key: string, seconds: number, load: () => Promise<T>) => {
    const entry = entries.get(key)
    if (entry && entry.until > now()) return entry.value as Promise<T>
    const value = load()
    entries.set(key, { value, until: now() + seconds * 1000 })
    value.catch(() => entries.delete(key))
    return value
  }
}

/** Answers that are still good, by what was asked. */
export type Recent<T> = Map<string, { readonly answer: Promise<T>; readonly until: number }>

/**
 * Asks, unless somebody just did. Answers that are no longer good are forgotten: each code is asked about for some minutes and never again,
 * and anybody can have codes made. `services.memo` keeps what it knows for as long as the process lives.
 */
export function askSeldom<T>(
  recent: Recent<T>,
  { key, now, seconds }: { key: string; now: number; seconds: number },
  ask: () => Promise<T>,
): Promise<T> {
  for (const [old, { until }] of recent) if (until <= now) recent.delete(old)
  const known = recent.get(key)
  if (known) return known.answer
  const answer = ask()
  recent.set(key, { answer, until: now + seconds * 1000 })
  answer.catch(() => recent.delete(key))
  return answer
}

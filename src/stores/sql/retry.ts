/** The failures that are worth another attempt, and for how long. */
export interface RetryRules {
  /** The milliseconds for which to keep trying. */
  milliseconds: number
  /** The least number of attempts, however long they take; one by default. */
  attempts?: number
  /**
   * The longest pause, in milliseconds; 250 by default. Where only one of all colliding attempts succeeds, many callers need longer ones.
   */
  longestPause?: number
  isRetryable(error: unknown): boolean
  warn(message: string): void
}

/** Repeats an attempt while it fails for a temporary reason, waiting a little longer each time. */
export async function retry<T>(attempt: () => Promise<T>, rules: RetryRules): Promise<T> {
  const end = performance.now() + rules.milliseconds
  let left = rules.attempts ?? 1
  for (let wait = 4; ; wait = Math.min(wait * 2, rules.longestPause ?? 250)) {
    left--
    try {
      return await attempt()
    } catch (error) {
      const isOver = left <= 0 && performance.now() >= end
      if (isOver || !rules.isRetryable(error)) throw error
      rules.warn('The database asked to try again (a deadlock or a lock); trying again')
    }
    // Colliding callers must not wait equally long.
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, wait * (0.5 + Math.random()))
    await promise
  }
}

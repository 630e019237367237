/** Lets one transaction run at a time while single writes wait for it. */
export interface Lock {
  /** Runs the work alone, after everything that was asked for earlier. */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  /** Runs the work as soon as no transaction is open. */
  write<T>(work: () => T): Promise<T>
}

/** A lock that is open. */
export function createLock(): Lock {
  let last: Promise<unknown> | undefined

  return {
    exclusive(work) {
      const run = last ? last.then(work) : work()
      const settled = run.then(
        () => undefined,
        () => undefined,
      )
      last = settled
      settled.then(() => {
        if (last === settled) last = undefined
      })
      return run
    },
    async write(work) {
      return last ? last.then(work) : work()
    },
  }
}

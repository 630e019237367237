/** How long the parts of a run took, summed by their names. */
export interface Stopwatch {
  time<T>(part: string, work: () => Promise<T>): Promise<T>
  /** Prints one line, which `npm run test:frameworks` repeats at its end. */
  print(): void
}

/** A stopwatch for one application. */
export function stopwatch(name: string): Stopwatch {
  const parts = new Map<string, number>()
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return {
    async time(part, work) {
      const since = performance.now()
      try {
        return await work()
      } finally {
        parts.set(part, (parts.get(part) ?? 0) + performance.now() - since)
      }
    },
    print() {
      const total = [...parts.values()].reduce((sum, each) => sum + each, 0)
      const list = Array.from(parts, ([part, took]) => `${part} ${seconds(took)}`)
      console.log(`TIME: ${name} ${seconds(total)} (${list.join(', ')})`)
    },
  }
}

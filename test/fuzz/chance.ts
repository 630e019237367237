/** Chance that can be repeated: the same seed makes the same choices. */
export interface Chance {
  /** From 0 up to, but not including, `below`. */
  int(below: number): number
  /** True in so many of a hundred cases. */
  percent(of: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32: small, quick, and good enough to wander with. */
export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    percent: (of) => next() * 100 < of,
    pick(list) {
      const [found] = list.slice(int(list.length))
      if (found === undefined) throw new Error('There is nothing to pick from')
      return found
    },
  }
}

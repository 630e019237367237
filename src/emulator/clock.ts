/** A span of time: milliseconds, or a number with a unit (`'90s'`, `'11m'`, `'24h'`, `'2d'`). */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** The emulator's clock, which tests can move. */
export type Clock = {
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** Moves the time forward. */
  readonly advance: (by: Duration) => void
  /** Sets the time. */
  readonly set: (to: number | Date) => void
}

/** The offset of the emulator's time from its source, in milliseconds. Snapshots copy it. */
export type Shift = { value: number }

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** A clock over a source of time; `moved` runs each time that it is moved. */
export function clock(source: () => number, shift: () => Shift, moved: () => void): Clock {
  const now = (): number => source() + shift().value
  return {
    now,
    advance(by) {
      shift().value += milliseconds(by)
      moved()
    },
    set(to) {
      shift().value += Number(to) - now()
      moved()
    },
  }
}

function milliseconds(duration: Duration): number {
  if (typeof duration === 'number') return duration
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? []
  const size = units[unit ?? '']
  if (size === undefined) throw new Error(`Not a duration: ${duration}. Write '90s', '11m', '24h'.`)
  return Number(amount) * size
}

import { median, ratio, spread, type Timing } from './measure.ts'

/** What one contestant needed for one operation, or weighs. */
export interface Row {
  name: string
  /** In the unit of the measure; microseconds of CPU time where it is a duration. */
  value: number
  /** The middle half of the rounds. */
  spread?: [low: number, high: number]
  /** Microseconds on the clock. */
  wall?: number
  /** Requests per second on the clock. */
  rate?: number
}

/** A target of the project, and whether it was reached in this run. */
export interface Verdict {
  target: string
  reached: string
  met: boolean
}

/** One line of what the benchmark is for: everybody's values, and what had to be reached. */
export interface Measure {
  id: string
  title: string
  unit: string
  rows: Row[]
  /** Who has no counterpart, and why. */
  missing: { name: string; why: string }[]
  verdicts: Verdict[]
}

/** The rows of a race. */
export function rowsOf(timings: ReadonlyMap<string, Timing>): Row[] {
  return Array.from(timings, ([name, { wall, cpu }]) => ({
    name,
    value: median(cpu),
    spread: spread(cpu),
    wall: median(wall),
  }))
}

/** `≥ 12× Auth.js`: how many times as long the other one needs. CPU time decides, the clock is told beside it. */
export function faster(
  timings: ReadonlyMap<string, Timing>,
  other: string,
  times: number,
): Verdict {
  const { cpu, wall } = between(timings, other, 'Portico')
  return {
    target: `≥ ${times}× as fast as ${other}`,
    reached: `${cpu.toFixed(1)}× (by the clock ${wall.toFixed(1)}×)`,
    met: cpu >= times,
  }
}

/** `≤ 1.25× floor`: how many times as long Portico needs. */
export function within(
  timings: ReadonlyMap<string, Timing>,
  other: string,
  times: number,
): Verdict {
  const { cpu, wall } = between(timings, 'Portico', other)
  return {
    target: `≤ ${times}× ${other}`,
    reached: `${cpu.toFixed(2)}× (by the clock ${wall.toFixed(2)}×)`,
    met: cpu <= times,
  }
}

/** The fastest of those who do the whole work. */
export function best(timings: ReadonlyMap<string, Timing>, names: readonly string[]): string {
  const of = (name: string) => median(timings.get(name)?.cpu ?? [])
  return names.filter((name) => timings.has(name)).sort((a, b) => of(a) - of(b))[0] ?? ''
}

/** A plain limit. */
export function atMost(target: string, reached: number, limit: number, unit: string): Verdict {
  return { target, reached: `${round(reached)} ${unit}`, met: reached <= limit }
}

function between(timings: ReadonlyMap<string, Timing>, a: string, b: string) {
  const [of, by] = [timings.get(a), timings.get(b)]
  if (!of || !by) throw new Error(`${a} and ${b} did not run together`)
  return { cpu: ratio(of.cpu, by.cpu), wall: ratio(of.wall, by.wall) }
}

/** Three digits are all that a measurement can say. */
export function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

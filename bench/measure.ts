import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const collectGarbage = garbageCollector()

/** A collection of what is young in Node; Bun has only a whole one to offer. */
function garbageCollector(): () => void {
  const bun: { gc(atOnce: boolean): void } | undefined = Reflect.get(globalThis, 'Bun')
  if (bun) return () => bun.gc(true)
  setFlagsFromString('--expose-gc')
  const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')
  return () => collect({ type: 'minor' })
}

/** Somebody who is timed. */
export interface Runner {
  name: string
  run(): unknown
}

/** Microseconds per operation, one entry per round. */
export interface Timing {
  wall: number[]
  cpu: number[]
}

/** How long a race takes. */
export interface RaceOptions {
  rounds: number
  /** How long one runner has the track in one round. */
  milliseconds: number
  warmup: number
}

/**
 * Times all runners in turn, round after round, so that whatever disturbs the machine disturbs everybody. The order changes with
 * the round, and nobody has to clear up after somebody else. CPU time counts every thread of the process.
 */
export async function race(
  runners: readonly Runner[],
  options: RaceOptions,
): Promise<Map<string, Timing>> {
  const lanes = []
  for (const runner of runners) {
    lanes.push({
      runner,
      laps: await warm(runner, options),
      wall: [] as number[],
      cpu: [] as number[],
    })
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const lane of shuffled(lanes)) {
      collectGarbage()
      const { wall, cpu } = await time(lane.runner, lane.laps)
      lane.wall.push(wall)
      lane.cpu.push(cpu)
    }
  }
  return new Map(lanes.map(({ runner, wall, cpu }) => [runner.name, { wall, cpu }]))
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Runs until the compiler has settled; returns how many laps fit into a round. */
async function warm(runner: Runner, { milliseconds, warmup }: RaceOptions): Promise<number> {
  const start = performance.now()
  let laps = 0
  let since = start
  while (performance.now() - start < warmup || laps < 3) {
    // The first half is slower than what follows; only the second half is counted.
    if (since === start && performance.now() - start > warmup / 2 && laps >= 2) {
      since = performance.now()
      laps = 0
    }
    await runner.run()
    laps++
  }
  const each = (performance.now() - since) / laps
  return Math.max(1, Math.round(milliseconds / each))
}

async function time({ run }: Runner, laps: number): Promise<{ wall: number; cpu: number }> {
  const used = process.cpuUsage()
  const start = performance.now()
  for (let lap = 0; lap < laps; lap++) await run()
  const wall = ((performance.now() - start) * 1000) / laps
  const { user, system } = process.cpuUsage(used)
  return { wall, cpu: (user + system) / laps }
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Where the middle half of the values lies. */
export function spread(values: readonly number[]): [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN
  return [at(0.25), at(0.75)]
}

/** How many times as much `a` is than `b`: the median over the rounds, in each of which the machine was the same for both. */
export function ratio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, round) => value / (b[round] ?? Number.NaN)))
}

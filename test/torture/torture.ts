import { type Databases, type StorageName, startDatabases } from './databases.ts'
import { round } from './round.ts'

/** How long to look, and where. */
export interface TortureOptions {
  seed: number
  minutes: number
  storages: readonly StorageName[]
  /** How much each of those who are busy does in one round. */
  steps?: number
  /** Hears about each round. */
  tell?: (line: string) => void
}

/** What was found. */
export interface Report {
  rounds: Record<string, number>
  /** Each with the seed of its round. */
  failures: string[]
  /** How often what came out how. */
  counts: Record<string, number>
}

/** A round is one application on a database of its own; the next has the next seed. */
const roundSteps = 60

/** Runs rounds on the storages in turn until the time is over. */
export async function torture(options: TortureOptions): Promise<Report> {
  const { seed, minutes, storages, steps = roundSteps, tell = () => {} } = options
  const end = performance.now() + minutes * 60_000
  const report: Report = { rounds: {}, failures: [], counts: {} }
  const servers = new Map<StorageName, Databases>()
  for (const storage of storages) {
    const started = await startDatabases(storage)
    if (started) servers.set(storage, started)
  }
  const turns = [...servers]
  for (let index = 0; index === 0 || performance.now() < end; index++) {
    const [storage, databases] = turns[index % turns.length] ?? []
    if (!storage || !databases) break
    const own = seed + index
    const database = await databases.fresh()
    const { problems, counts } = await round({ seed: own, steps, database })
    report.rounds[storage] = (report.rounds[storage] ?? 0) + 1
    for (const [what, n] of counts) report.counts[what] = (report.counts[what] ?? 0) + n
    tell(`${storage}, seed ${own}: ${problems.size} problems`)
    for (const problem of problems) {
      const failure = `${problem}\n  npm run torture -- --storage ${storage} --seed ${own} --minutes 0`
      tell(failure)
      report.failures.push(failure)
    }
  }
  for (const databases of servers.values()) await databases.stop()
  return report
}

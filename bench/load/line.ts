import { median } from '../measure.ts'
import { cpuOfServer } from '../server-cpu.ts'
import type { Store } from './stores.ts'
import type { Town } from './town.ts'

/** Operations per second, and microseconds of CPU time for each, by number of users. */
export interface Line {
  database: string
  what: 'session reads' | 'sign-ins'
  /** People at once, and connections to each server. */
  connections: number
  perSecond: Record<number, number>
  /** Of the application. */
  cpu: Record<number, number>
  /** Of each server, over all numbers of users. */
  servers: Record<string, number>
}

const rounds = 5
const seconds = 0.4

/** All towns in turn, round after round, so that a disturbance disturbs them all. The first round warms up. */
export async function lineOf(
  { name, servers }: Store,
  what: Line['what'],
  connections: number,
  towns: readonly Town[],
): Promise<Line> {
  const work = what === 'sign-ins' ? (town: Town) => town.signIn() : (town: Town) => town.read()
  const found = new Map(towns.map(({ users }) => [users, [] as Crowd[]]))
  let before = cpuOf(servers)
  for (let turn = 0; turn <= rounds; turn++) {
    if (turn === 1) before = cpuOf(servers)
    for (const town of towns) {
      const crowd = await crowdOf(connections, () => work(town))
      if (turn > 0) found.get(town.users)?.push(crowd)
    }
  }
  const operations = [...found.values()].flat().reduce((sum, { done }) => sum + done, 0)
  const used = Object.entries(cpuOf(servers)).map(([server, after]) => [
    server,
    (after - (before[server] ?? 0)) / operations,
  ])
  const medians = (of: 'rate' | 'cost') =>
    Object.fromEntries(
      Array.from(found, ([users, all]) => [users, median(all.map((crowd) => crowd[of]))]),
    )
  return {
    database: name,
    what,
    connections,
    perSecond: medians('rate'),
    cpu: medians('cost'),
    servers: Object.fromEntries(used),
  }
}

/** Microseconds of each server, where the machine tells. */
function cpuOf(servers: Store['servers']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(servers).flatMap(([name, pid]) => {
      const used = cpuOfServer(pid)
      return used === undefined ? [] : [[name, used]]
    }),
  )
}

interface Crowd {
  done: number
  /** Operations per second. */
  rate: number
  /** Microseconds of this process's CPU time for each. */
  cost: number
}

/** So many people, each of whom begins again as soon as they are done. */
async function crowdOf(people: number, work: () => Promise<void>): Promise<Crowd> {
  const start = performance.now()
  const used = process.cpuUsage()
  let done = 0
  const person = async () => {
    while (performance.now() - start < seconds * 1000) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  const { user, system } = process.cpuUsage(used)
  return { done, rate: (done / (performance.now() - start)) * 1000, cost: (user + system) / done }
}

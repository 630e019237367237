// `node bench/against.ts <folder>`: whole sign-ins of this build, of the build in another checkout, of Auth.js and by hand, in one run: the CPU
// time of the application and of the database for one sign-in, and how many end in a second. Only ratios of one run mean anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Contestant } from './contestant.ts'
import { authJs } from './contestants/auth-js.ts'
import { floor } from './contestants/floor.ts'
import { portico } from './contestants/portico.ts'
import { databasesOf } from './databases.ts'
import { open } from './open.ts'
import { people, startPlatform } from './platform.ts'
import { startPostgres } from './postgres-server.ts'
import { cpuOfServer } from './server-cpu.ts'
import { signIn } from './sign-in.ts'
import type { Opened } from './surplus.ts'

const [folder = '', rounds = '9', count = '128'] = process.argv.slice(2)
const crowds = [1, 8, 64]
/** Of each crowd, in each round. */
const signIns = Number(count)

const other: { portico: Contestant } = await import(resolve(folder, 'bench/contestants/portico.ts'))
const before: Contestant = { ...other.portico, name: 'The other build' }
const { address, child } = await startPlatform()
const home = mkdtempSync(join(tmpdir(), 'portico-against-'))
const postgres = await startPostgres(home)
try {
  for (const database of databasesOf(home, postgres)) {
    const opened: Opened[] = []
    for (const contestant of [portico, before, authJs, floor]) {
      const each = await open(contestant, address, await database.create())
      for (let person = 0; person < people; person++) await signIn(each.app)
      opened.push(each)
    }
    console.log(
      `\n${database.name} (${database.durability}), ${signIns} sign-ins, mean of ${rounds} rounds`,
    )
    for (const crowd of crowds) await compare(opened, crowd, database.id === 'postgres')
  }
} finally {
  child.kill()
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exit()

interface Cost {
  /** Microseconds of CPU time for one sign-in, of the application and of the database. */
  application: number
  server: number
  /** Sign-ins per second by the clock. */
  rate: number
}

/** Everybody in turn, round after round; the first round warms up. */
async function compare(opened: readonly Opened[], crowd: number, hasServer: boolean) {
  const costs = new Map<string, Cost[]>(opened.map(({ name }) => [name, []]))
  for (let round = 0; round <= Number(rounds); round++) {
    for (const { name, app } of opened.toSorted(() => Math.random() - 0.5)) {
      const cost = await costOf(crowd, () => signIn(app))
      if (round > 0) costs.get(name)?.push(cost)
    }
  }
  // A server's time is counted in hundredths of a second, so that only the mean of many rounds says anything.
  const mean = (name: string, key: keyof Cost) =>
    (costs.get(name) ?? []).reduce((sum, cost) => sum + cost[key], 0) / Number(rounds)
  for (const { name } of opened) {
    const shown = (['application', 'server', 'rate'] as const)
      .filter((key) => hasServer || key !== 'server')
      .map((key) => {
        const value = mean(name, key)
        return `${key} ${value.toFixed(0)} (${(value / mean(before.name, key)).toFixed(2)}×)`
      })
    console.log(`${`${name}, ${crowd} at once`.padEnd(28)} ${shown.join('  ')}`)
  }
}

/** So many people, each of whom is followed by the next as soon as they are signed in. */
async function costOf(crowd: number, work: () => Promise<unknown>): Promise<Cost> {
  const server = cpuOfServer(postgres?.pid ?? 0) ?? 0
  const used = process.cpuUsage()
  const start = performance.now()
  let left = signIns
  const queue = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: crowd }, queue))
  const milliseconds = performance.now() - start
  const { user, system } = process.cpuUsage(used)
  return {
    application: (user + system) / signIns,
    server: ((cpuOfServer(postgres?.pid ?? 0) ?? 0) - server) / signIns,
    rate: (signIns * 1000) / milliseconds,
  }
}

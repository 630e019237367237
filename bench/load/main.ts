// `npm run bench:load`: does a sign-in or a session read cost more when there are more users, or more people at once?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Town } from './town.ts'

const root = join(import.meta.dirname, '../..')
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const { startPostgres } = await import('./postgres.ts')
const { openTown } = await import('./town.ts')
const { median } = await import('../measure.ts')
const { describeMachine } = await import('../machine.ts')
const { round } = await import('../result.ts')

const sizes = [1000, 100_000, 1_000_000]
const crowds = [1, 4, 16]
const rounds = 5
const seconds = 0.4

/** Operations per second, and microseconds of this process's CPU time for each, by number of users. */
interface Line {
  database: string
  what: 'session reads' | 'sign-ins'
  clients: number
  perSecond: Record<number, number>
  cpu: Record<number, number>
}

const folder = mkdtempSync(join(tmpdir(), 'portico-load-'))
const postgres = await startPostgres(folder)
const lines: Line[] = []
try {
  lines.push(...(await measure('SQLite', async (name) => `file:${join(folder, name)}.db`)))
  if (postgres) lines.push(...(await measure('PostgreSQL', (name) => postgres.create(name))))
  else console.log('SKIPPED: load on PostgreSQL (PostgreSQL is not installed)')
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
await report(lines)
process.exit()

async function measure(database: string, create: (name: string) => Promise<string>) {
  const towns: Town[] = []
  for (const users of sizes) {
    const start = performance.now()
    towns.push(await openTown(await create(`town${users}`), users))
    const took = ((performance.now() - start) / 1000).toFixed(0)
    process.stderr.write(`${database}: ${users.toLocaleString('en')} users settled in ${took} s\n`)
  }
  const found: Line[] = []
  for (const clients of crowds) {
    found.push(await lineOf(database, 'session reads', clients, towns, (town) => town.read()))
    found.push(await lineOf(database, 'sign-ins', clients, towns, (town) => town.signIn()))
  }
  for (const town of towns) await town.close()
  return found
}

/** All towns in turn, round after round, so that a disturbance disturbs them all. The first round warms up. */
async function lineOf(
  database: string,
  what: Line['what'],
  clients: number,
  towns: readonly Town[],
  work: (town: Town) => Promise<void>,
): Promise<Line> {
  const rates = new Map(towns.map(({ users }): [number, number[]] => [users, []]))
  const costs = new Map(towns.map(({ users }): [number, number[]] => [users, []]))
  for (let turn = 0; turn <= rounds; turn++) {
    for (const town of towns) {
      const { rate, cost } = await crowd(clients, () => work(town))
      if (turn === 0) continue
      rates.get(town.users)?.push(rate)
      costs.get(town.users)?.push(cost)
    }
  }
  const medians = (all: Map<number, number[]>) =>
    Object.fromEntries(Array.from(all, ([users, values]) => [users, median(values)]))
  return { database, what, clients, perSecond: medians(rates), cpu: medians(costs) }
}

/** So many clients, each of whom begins again as soon as it is done. */
async function crowd(clients: number, work: () => Promise<void>) {
  const start = performance.now()
  const used = process.cpuUsage()
  let done = 0
  const client = async () => {
    while (performance.now() - start < seconds * 1000) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const { user, system } = process.cpuUsage(used)
  return { rate: (done / (performance.now() - start)) * 1000, cost: (user + system) / done }
}

async function report(lines: readonly Line[]): Promise<void> {
  const machine = describeMachine()
  const people = sizes.map((users) => users.toLocaleString('en'))
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
  const grown = ({ cpu }: Line) => (cpu[largest] ?? 0) / (cpu[smallest] ?? 1)
  const rows = lines.map((line) =>
    [
      line.database,
      line.what,
      line.clients,
      ...sizes.map(
        (users) => `${round(line.perSecond[users] ?? 0)}/s, ${round(line.cpu[users] ?? 0)} µs`,
      ),
      `×${grown(line).toFixed(2)}`,
    ].join(' | '),
  )
  const text = `# Load

Made by \`npm run bench:load\` on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; load average ${machine.load}. Application,
database and clients share the machine. Each cell: operations per second by the clock, and CPU time of the application for
one of them. The last column is the growth of that CPU time from ${people[0]} to ${people.at(-1)} users.

| database | operation | clients | ${people.map((count) => `${count} users`).join(' | ')} | growth |
|---|---|---:|${sizes.map(() => '---:').join('|')}|---:|
${rows.map((row) => `| ${row} |`).join('\n')}
`
  const results = join(root, 'docs/bench')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'load.md'), text)
  writeFileSync(join(results, 'load.json'), `${JSON.stringify({ machine, lines }, null, 2)}\n`)
  await import('../simulate.ts')
  console.log(text)
}

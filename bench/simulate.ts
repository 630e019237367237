// `node bench/simulate.ts`: what the measured costs mean for a fleet. Reads docs/bench/, prints the tables of docs/scaling.md.
import { readFileSync } from 'node:fs'

interface Measured {
  measures: { id: string; rows: { name: string; value: number }[] }[]
}

interface Loaded {
  lines: { database: string; what: string; clients: number; cpu: Record<string, number> }[]
}

/** How people behave. A day has a peak; what is built for the average falls over every evening. */
const habits = { requestsPerDay: 50, daysBetweenSignIns: 14, peak: 3 }
const daySeconds = 86_400
/** How busy a process may be before its queue grows long. */
const busy = 0.6

const bench: Measured = read('latest.json')
const load: Loaded = read('load.json')

const fetches = costOf('sign-in', 'The three bare fetches themselves')

/** Microseconds of CPU time, with a million users where there is a database. A sign-in pays for its requests to the platform. */
const costs = {
  'sealed cookie': { session: costOf('read'), signIn: costOf('sign-in') + fetches },
  SQLite: {
    session: loadOf('SQLite', 'session reads'),
    signIn: loadOf('SQLite', 'sign-ins') + fetches,
  },
  PostgreSQL: {
    session: loadOf('PostgreSQL', 'session reads'),
    signIn: loadOf('PostgreSQL', 'sign-ins') + fetches,
  },
}

console.log('Per process, on one core:\n')
table(
  ['sessions in', 'session reads/s', 'sign-ins/s', 'both, at 60 %: people per day'],
  Object.entries(costs).map(([name, cost]) => [
    name,
    thousands(1e6 / cost.session),
    thousands(1e6 / cost.signIn),
    thousands((busy * 1e6) / workPerPerson(cost)),
  ]),
)
console.log('\nA day of so many people, at its peak:\n')
table(
  [
    'people per day',
    'session reads/s',
    'sign-ins/s',
    'cores: cookie',
    'SQLite',
    'PostgreSQL',
    'wait, 99 %',
  ],
  [1e4, 1e5, 1e6, 1e7, 1e8].map((people) => {
    const cores = Object.values(costs).map((cost) => (people * workPerPerson(cost)) / (busy * 1e6))
    const wait = waitAt(Math.min(busy, (cores[2] ?? 0) * busy), costs.PostgreSQL)
    return [
      thousands(people),
      thousands(readsPerSecond(people)),
      thousands(signInsPerSecond(people)),
      ...cores.map((count) => (count < 0.01 ? '< 0.01' : thousands(count))),
      `${wait.toFixed(2)} ms`,
    ]
  }),
)

function readsPerSecond(people: number): number {
  return (people * habits.requestsPerDay * habits.peak) / daySeconds
}

function signInsPerSecond(people: number): number {
  return (people / habits.daysBetweenSignIns / daySeconds) * habits.peak
}

/** Microseconds of CPU time per second of the peak, for one person of the day. */
function workPerPerson({ session, signIn }: { session: number; signIn: number }): number {
  return readsPerSecond(1) * session + signInsPerSecond(1) * signIn
}

/**
 * How long 99 of 100 requests wait at most before their turn, in one process that is so busy: a queue with random arrivals, in which
 * a sign-in now and then holds everybody up.
 */
function waitAt(
  utilisation: number,
  { session, signIn }: { session: number; signIn: number },
): number {
  const share = signInsPerSecond(1) / (signInsPerSecond(1) + readsPerSecond(1))
  const mean = session * (1 - share) + signIn * share
  const random = seeded(1)
  const waits: number[] = []
  let now = 0
  let free = 0
  for (let request = 0; request < 200_000; request++) {
    now += (-Math.log(1 - random()) * mean) / utilisation
    waits.push(Math.max(0, free - now))
    free = Math.max(free, now) + (random() < share ? signIn : session)
  }
  waits.sort((a, b) => a - b)
  return (waits[Math.floor(waits.length * 0.99)] ?? 0) / 1000
}

/** The same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function costOf(id: string, who = 'Portico'): number {
  const rows = bench.measures.find((measure) => measure.id === id)?.rows
  return rows?.find(({ name }) => name === who)?.value ?? Number.NaN
}

function loadOf(database: string, what: string): number {
  const line = load.lines.find(
    (each) => each.database === database && each.what === what && each.clients === 16,
  )
  return line?.cpu['1000000'] ?? Number.NaN
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../docs/bench/${file}`, import.meta.url), 'utf8'))
}

function thousands(value: number): string {
  const digits = value < 10 ? 2 : 0
  return value.toLocaleString('en', { maximumFractionDigits: digits, maximumSignificantDigits: 2 })
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(head)
  line(head.map((_, column) => (column === 0 ? '---' : '---:')))
  for (const row of rows) line(row)
}

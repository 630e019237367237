// `node bench/simulate.ts`: what the measured costs mean for a fleet. Reads docs/bench/, writes the tables of docs/scaling.md. The
// benchmarks run it when they end.
import { readFileSync, writeFileSync } from 'node:fs'

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

const page = new URL('../docs/scaling.md', import.meta.url)
const tables = {
  'What costs what': table(
    ['operation', 'CPU time', 'what it touches'],
    [
      ['session read in code, sealed cookie', 'nothing but the Cookie header'],
      ['session read in code, SQLite', 'one indexed query, inside the process'],
      [
        'session read in code, PostgreSQL',
        "one indexed query over a connection; the CPU time is the driver's and ours",
      ],
      ['`GET /session` over HTTP, `portico/node`', 'most of it is `node:http`'],
      ['sign-in, without a database', 'two requests to the platform; three seals made, one opened'],
      ['sign-in, SQLite', 'the same, and one transaction that is on disk when it ends'],
      ['sign-in, PostgreSQL', 'the same, and one transaction over a connection'],
    ].map(([what = '', touches = ''], row) => [what, duration(listed()[row]), touches]),
  ),
  'One process': table(
    ['sessions in', 'session reads/s', 'sign-ins/s', 'people per day'],
    Object.entries(costs).map(([name, cost]) => [
      name,
      thousands(1e6 / cost.session),
      thousands(1e6 / cost.signIn),
      thousands((busy * 1e6) / workPerPerson(cost)),
    ]),
  ),
  'A fleet': table(
    [
      'people per day',
      'session reads/s',
      'sign-ins/s',
      'cores: cookie',
      'SQLite',
      'PostgreSQL',
      'wait, 99 %',
    ],
    [1e4, 1e5, 1e6, 1e7, 1e8].map(dayOf),
  ),
}

const written = Object.entries(tables).reduce(replaceTable, readFileSync(page, 'utf8'))
writeFileSync(page, written)

/** The measured costs in the order of the first table. */
function listed(): number[] {
  const all = Object.values(costs)
  const node = costOf('http', 'Portico (portico/node)')
  return [...all.map(({ session }) => session), node, ...all.map(({ signIn }) => signIn)]
}

/** A day of so many people, at its peak. */
function dayOf(people: number): string[] {
  const cores = Object.values(costs).map((cost) => (people * workPerPerson(cost)) / (busy * 1e6))
  const wait = waitAt(Math.min(busy, (cores[2] ?? 0) * busy), costs.PostgreSQL)
  return [
    thousands(people),
    thousands(readsPerSecond(people)),
    thousands(signInsPerSecond(people)),
    ...cores.map((count) => (count < 0.01 ? '< 0.01' : thousands(count))),
    `${wait.toFixed(wait < 1 ? 2 : 1)} ms`,
  ]
}

/** The page with another table as the first one below a heading. */
function replaceTable(text: string, [heading, table]: [string, string]): string {
  const below = text.indexOf(`## ${heading}\n`)
  const start = text.indexOf('\n|', below) + 1
  const end = text.indexOf('\n\n', start)
  if (below === -1 || start === 0) throw new Error(`docs/scaling.md has no table "${heading}"`)
  return text.slice(0, start) + table + text.slice(end)
}

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

function duration(microseconds = Number.NaN): string {
  return microseconds < 1000
    ? `${thousands(microseconds)} µs`
    : `${(microseconds / 1000).toFixed(1)} ms`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const isText = (column: number) => column === 0 || head[column] === 'what it touches'
  const rule = head.map((_, column) => (isText(column) ? '---' : '---:'))
  return [head, rule, ...rows].map(line).join('\n')
}

// `node bench/simulate.ts`: what the measured costs mean for a fleet. Reads docs/bench/, writes the tables of docs/scaling.md. The
// benchmarks run it when they end.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type Cost,
  type Costs,
  costs,
  databases,
  lineOf,
  measured,
  ofMost,
} from './scaling/costs.ts'
import {
  busy,
  coresFor,
  type Durations,
  peoplePerCore,
  readsPerSecond,
  signInsPerSecond,
  waitAt,
} from './scaling/demand.ts'

/** Cores of the machine in the table of one machine. */
const cores = 8

const operations: [what: string, cost: Cost | undefined, touches: string][] = [
  [
    'session read in code, encrypted cookie',
    costs['encrypted cookie']?.session,
    'only the Cookie header',
  ],
  ['session read in code, SQLite', costs.SQLite?.session, 'one indexed query, inside the process'],
  [
    'session read in code, PostgreSQL',
    costs.PostgreSQL?.session,
    'one indexed query over a connection',
  ],
  [
    'session read in code, Redis in front of PostgreSQL',
    costs['Redis in front of PostgreSQL']?.session,
    'the session in Redis, its user in PostgreSQL',
  ],
  ['session read in code, Redis', costs.Redis?.session, 'the session and its user in Redis'],
  [
    '`GET /session` over HTTP, `porticojs/node`',
    { application: measured('http', 'Portico (porticojs/node)'), servers: {} },
    'most of it is `node:http`',
  ],
  [
    'sign-in, without a database',
    costs['encrypted cookie']?.signIn,
    'two requests to the platform; three encryptions, one decryption',
  ],
  ['sign-in, SQLite', costs.SQLite?.signIn, 'the same, and what is on disk when it ends'],
  ['sign-in, PostgreSQL', costs.PostgreSQL?.signIn, 'the same, over a connection'],
  [
    'sign-in, Redis in front of PostgreSQL',
    costs['Redis in front of PostgreSQL']?.signIn,
    'session and one-time values in Redis, the rest in PostgreSQL',
  ],
  ['sign-in, Redis', costs.Redis?.signIn, 'everything in Redis'],
]

const tables = {
  'What costs what': table(
    ['operation', 'CPU time', 'of the server', 'what it touches'],
    operations.map(([what, cost, touches]) => [
      what,
      duration(cost?.application),
      servers(cost),
      touches,
    ]),
  ),
  'One process': table(
    ['sessions in', 'session reads/s', 'sign-ins/s', 'users per day'],
    Object.entries(costs).map(([name, cost]) => [
      name,
      thousands(1e6 / cost.session.application),
      thousands(1e6 / cost.signIn.application),
      thousands(peoplePerCore(ofApplication(cost))),
    ]),
  ),
  'One machine': table(
    ['sessions in', 'session reads/s', 'sign-ins/s', 'users per day'],
    Object.entries(costs).map(([name, cost]) => [
      name,
      thousands((cores * 1e6) / ofAll(cost).session),
      thousands(signInsOfMachine(name, cost)),
      thousands(cores * peoplePerCore(ofAll(cost))),
    ]),
  ),
  Connections: table(
    ['', 'connections: 1', '4', '16'],
    (['session reads', 'sign-ins'] as const).flatMap((what) =>
      databases.map((database) => [
        `${what}/s, ${database}`,
        ...[1, 4, 16].map((count) => thousands(ofMost(lineOf(database, what, count)?.perSecond))),
      ]),
    ),
  ),
  'A fleet': table(
    [
      'users per day',
      'session reads/s',
      'sign-ins/s',
      'cores: cookie',
      'SQLite',
      'PostgreSQL',
      'PostgreSQL’s own',
      'wait, 99 %',
    ],
    [1e4, 1e5, 1e6, 1e7, 1e8].map(dayOf),
  ),
  'Where the database is the limit': table(
    ['one core of', 'for', 'session reads/s', 'sign-ins/s', 'users per day'],
    limits(),
  ),
}

const page = new URL('../docs/scaling.md', import.meta.url)
writeFileSync(page, Object.entries(tables).reduce(replaceTable, readFileSync(page, 'utf8')))

/** A day of so many people, at its peak. */
function dayOf(people: number): string[] {
  const all = ['encrypted cookie', 'SQLite', 'PostgreSQL'].flatMap((name) => costs[name] ?? [])
  const [, , postgres] = all
  const needed = all.map((cost) => coresFor(people, ofApplication(cost)))
  const own = postgres ? coresFor(people, ofServer(postgres, 'PostgreSQL')) : Number.NaN
  const load = Math.min(busy, (needed[2] ?? 0) * busy)
  const wait = postgres ? waitAt(load, ofApplication(postgres)) : Number.NaN
  return [
    thousands(people),
    thousands(readsPerSecond(people)),
    thousands(signInsPerSecond(people)),
    ...[...needed, own].map((count) => (count < 0.01 ? '< 0.01' : thousands(count))),
    `${wait.toFixed(wait < 1 ? 2 : 1)} ms`,
  ]
}

/** What one core of a server can do at most, when it does only one thing, and for a day of people. */
function limits(): string[][] {
  return databases.flatMap((database) => {
    const cost = costs[database]
    return Object.keys(cost?.session.servers ?? {}).map((server) => {
      const durations = cost ? ofServer(cost, server) : { session: Number.NaN, signIn: Number.NaN }
      return [
        server,
        database,
        thousands(1e6 / durations.session),
        thousands(1e6 / durations.signIn),
        thousands(peoplePerCore(durations)),
      ]
    })
  })
}

function ofApplication({ session, signIn }: Costs): Durations {
  return { session: session.application, signIn: signIn.application }
}

function ofServer({ session, signIn }: Costs, server: string): Durations {
  return {
    session: session.servers[server] ?? Number.NaN,
    signIn: signIn.servers[server] ?? Number.NaN,
  }
}

/** Application and servers together, where they share the cores. */
function ofAll({ session, signIn }: Costs): Durations {
  const sum = ({ application, servers }: Cost) =>
    Object.values(servers).reduce((all, cpu) => all + cpu, application)
  return { session: sum(session), signIn: sum(signIn) }
}

/** SQLite has one writer, however many cores there are: what it wrote by the clock is all that it can write. */
function signInsOfMachine(name: string, cost: Costs): number {
  if (name === 'SQLite') return ofMost(lineOf(name, 'sign-ins', 16)?.perSecond)
  return (cores * 1e6) / ofAll(cost).signIn
}

/** The page with another table as the first one below a heading. */
function replaceTable(text: string, [heading, table]: [string, string]): string {
  const below = text.indexOf(`## ${heading}\n`)
  const start = text.indexOf('\n|', below) + 1
  const end = text.indexOf('\n\n', start)
  if (below === -1 || start === 0) throw new Error(`docs/scaling.md has no table "${heading}"`)
  return text.slice(0, start) + table + text.slice(end)
}

function servers(cost: Cost | undefined): string {
  return Object.entries(cost?.servers ?? {})
    .map(([server, cpu]) => `${server} ${duration(cpu)}`)
    .join(', ')
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
  const texts = new Set(['operation', 'of the server', 'what it touches', 'for'])
  const isText = (column: number) => column === 0 || texts.has(head[column] ?? '')
  const rule = head.map((_, column) => (isText(column) ? '---' : '---:'))
  return [head, rule, ...rows].map(line).join('\n')
}

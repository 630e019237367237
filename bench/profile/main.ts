// `npm run bench:profile`: where the time and the memory of the measurements go whose targets are hard to meet. Writes
// docs/bench/profiles.md, and the numbers as JSON beside it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profiled, Subject } from './run.ts'

const root = join(import.meta.dirname, '../..')
// What is shipped is profiled, so it is made first, and only then loaded.
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})

const { describeMachine } = await import('../machine.ts')
const { startPlatform } = await import('../platform.ts')
const { startPostgres } = await import('../postgres-server.ts')
const { databasesOf } = await import('../databases.ts')
const { profile } = await import('./run.ts')
const { averageOf, profileStart } = await import('./start-up.ts')
const { climb } = await import('./heap.ts')
const { pageOf } = await import('./page.ts')

const machine = describeMachine()
const { address, child } = await startPlatform()
const folder = mkdtempSync(join(tmpdir(), 'portico-profile-'))
const postgres = await startPostgres(folder)
if (!postgres) console.log('SKIPPED: profiles on PostgreSQL (PostgreSQL is not installed)')
const databases = databasesOf(folder, postgres)
const rounds = 3
const [own, floor, authJs] = ['Portico', 'Floor (by hand)', 'Auth.js']
const check = (contestant: string, ballast = 0): Subject => ({ work: 'check', contestant, ballast })
const of = (work: Subject['work'], contestant: string): Subject => ({
  work,
  contestant,
  ballast: 0,
})
const whole = (contestant: string) => of('sign-in', contestant)
const bare = of('bare fetches', '')

try {
  const profiles = {
    check: await profiled('session check', {
      [own]: check(own),
      [floor]: check(floor),
      'Empty handler': check('Empty handler'),
    }),
    cookie: await profiled('long cookies', {
      [`${own}, 1 kB`]: check(own, 500),
      [`${own}, 12 kB`]: check(own, 8700),
      [`${floor}, 1 kB`]: check(floor, 500),
      [`${floor}, 12 kB`]: check(floor, 8700),
    }),
    signIn: await profiled('sign-in', {
      [own]: whole(own),
      [floor]: whole(floor),
      [authJs]: whole(authJs),
      'The bare fetches': bare,
    }),
    read: await profiled('session read from headers', {
      [own]: of('read headers', own),
      [floor]: of('read headers', floor),
    }),
    start: await profiled('sign-in start', {
      [own]: of('start', own),
      [floor]: of('start', floor),
    }),
    stored: await stored(),
    startUp: startUps([
      'Portico, 40 providers from porticojs/providers',
      'Portico, 40 providers from 40 files',
      'Portico, 1 provider',
      'bare Node',
    ]),
    heap: { [own]: await climb(own, address), [floor]: await climb(floor, address) },
  }
  const results = join(root, 'docs/bench')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'profiles.md'), pageOf(profiles, machine))
  writeFileSync(join(results, 'profiles.json'), `${compact({ machine, ...profiles })}\n`)
  console.log('docs/bench/profiles.md is written.')
} finally {
  child.kill()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** Whole sign-ins with each kind of database. */
async function stored(): Promise<Record<string, Record<string, Profiled>>> {
  const found: Record<string, Record<string, Profiled>> = {}
  for (const { id, name } of databases) {
    found[name] = await profiled(`sign-in with ${name}`, {
      [own]: { ...whole(own), database: id },
      [floor]: { ...whole(floor), database: id },
      [authJs]: { ...whole(authJs), database: id },
      'The bare fetches': bare,
    })
  }
  return found
}

/** Everybody in turn, several times, so that whatever disturbs the machine disturbs everybody. */
async function profiled(
  what: string,
  subjects: Record<string, Subject>,
): Promise<Record<string, Profiled>> {
  process.stderr.write(`Profiling ${what} …\n`)
  const found = new Map<string, Profiled[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      found.set(name, [...(found.get(name) ?? []), await profiledOnce(subject)])
    }
  }
  const columns = Array.from(found, ([name, all]) => {
    const shares = averageOf(all.map((one) => one.shares))
    return all[0] ? [[name, { ...all[0], shares }] as const] : []
  })
  return Object.fromEntries(columns.flat())
}

function profiledOnce(subject: Subject): Promise<Profiled> {
  return profile(
    subject,
    address,
    databases.find(({ id }) => id === subject.database),
  )
}

function startUps(names: readonly string[]) {
  process.stderr.write('Profiling start-up …\n')
  return Object.fromEntries(names.map((name) => [name, profileStart(name, 3 * rounds, folder)]))
}

/** One function per line, and of each profile those that take longest: they are sorted. */
function compact(profiles: object): string {
  const text = JSON.stringify(profiles, (_key, value) => {
    if (typeof value === 'number') return Number(value.toPrecision(4))
    return Array.isArray(value) ? value.slice(0, 60) : value
  })
  return text.replaceAll('{"owner"', '\n{"owner"')
}

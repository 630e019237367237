// `npm run bench`: Portico, its peers and the floor, measured in one run. Prints the table and writes it to docs/bench/: as a page,
// as JSON, and as a chart.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
// What is shipped is measured, so it is made first, and only then loaded.
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})

const { describeMachine } = await import('./machine.ts')
const { startPlatform } = await import('./platform.ts')
const { startPostgres } = await import('./postgres-server.ts')
const { databasesOf } = await import('./databases.ts')
const { measureSessions, measureGrowth, measureCookies } = await import('./measures/sessions.ts')
const { measureStart } = await import('./measures/sign-in-start.ts')
const { measureWholeSignIn } = await import('./measures/whole-sign-in.ts')
const { measureCrowds } = await import('./measures/crowd.ts')
const { measureStartUp } = await import('./measures/start-up.ts')
const { measureDeclarations } = await import('./measures/declarations.ts')
const { installationIn, measureBundles, measureInstallations } = await import(
  './measures/weight.ts'
)
const { measureHttp } = await import('./measures/http.ts')
const { measureMemory } = await import('./measures/memory.ts')
const { measureRuntimes } = await import('./runtimes/measure.ts')
const { tableOf } = await import('./report/table.ts')
const { chartOf } = await import('./report/chart.ts')
const { summaryOf } = await import('./report/summary.ts')

const machine = describeMachine()
const { address, child } = await startPlatform()
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const postgres = await startPostgres(folder)
if (!postgres) console.log('SKIPPED: sign-ins on PostgreSQL (PostgreSQL is not installed)')
const stage = {
  platform: address,
  folder,
  databases: databasesOf(folder, postgres),
  pace: { rounds: 15, milliseconds: 40, warmup: 400 },
}

try {
  const measures = [
    ...(await told('sessions', () => measureSessions(stage))),
    await told('the start of a sign-in', () => measureStart(stage)),
    ...(await told('whole sign-ins', () => measureWholeSignIn(stage))),
    ...(await told('many sign-ins at once', () => measureCrowds(stage, 5))),
    await told('growth with the number of providers', () => measureGrowth(stage)),
    ...(await told('long cookies', () => measureCookies(stage))),
    await told('start-up', async () => measureStartUp(9)),
    await told('bundles', measureBundles),
    await told('installations', async () => measureInstallations(stage)),
    await told('declarations', async () => measureDeclarations(installationIn(folder))),
    await told('HTTP', () => measureHttp(stage, 7)),
    await told('memory', () => measureMemory(stage)),
  ]
  const runtimes = await told('other runtimes', () => measureRuntimes(stage))
  const results = join(root, 'docs/bench')
  mkdirSync(results, { recursive: true })
  const table = tableOf(measures, runtimes, machine)
  writeFileSync(
    join(results, 'latest.json'),
    `${JSON.stringify({ machine, measures, runtimes }, null, 2)}\n`,
  )
  writeFileSync(join(results, 'table.md'), table)
  writeFileSync(join(results, 'chart.svg'), chartOf(measures, machine))
  writeFileSync(join(results, 'summary.svg'), summaryOf({ machine, measures }))
  await import('./simulate.ts')
  console.log(table)
} finally {
  child.kill()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  process.stderr.write(`Measuring ${what} … `)
  const result = await work()
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`)
  return result
}

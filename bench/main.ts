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
const { measureSessions, measureGrowth, measureCookies } = await import('./measures/sessions.ts')
const { measureSignIn } = await import('./measures/sign-in.ts')
const { measureStartUp } = await import('./measures/start-up.ts')
const { measureBundles, measureInstallations } = await import('./measures/weight.ts')
const { measureHttp } = await import('./measures/http.ts')
const { measureMemory } = await import('./measures/memory.ts')
const { tableOf } = await import('./report/table.ts')
const { chartOf } = await import('./report/chart.ts')

const machine = describeMachine()
const { address, child } = await startPlatform()
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const stage = {
  platform: address,
  folder,
  pace: { rounds: 15, milliseconds: 40, warmup: 400 },
}

try {
  const measures = [
    ...(await told('sessions', () => measureSessions(stage))),
    ...(await told('sign-in', () => measureSignIn(stage))),
    await told('growth with the number of providers', () => measureGrowth(stage)),
    ...(await told('long cookies', () => measureCookies(stage))),
    await told('start-up', async () => measureStartUp(9)),
    await told('bundles', measureBundles),
    await told('installations', async () => measureInstallations(stage)),
    await told('HTTP', () => measureHttp(stage, 7)),
    await told('memory', () => measureMemory(stage)),
  ]
  const results = join(root, 'docs/bench')
  mkdirSync(results, { recursive: true })
  const table = tableOf(measures, machine)
  writeFileSync(join(results, 'latest.json'), `${JSON.stringify({ machine, measures }, null, 2)}\n`)
  writeFileSync(join(results, 'table.md'), table)
  writeFileSync(join(results, 'chart.svg'), chartOf(measures, machine))
  await import('./simulate.ts')
  console.log(table)
} finally {
  child.kill()
  rmSync(folder, { recursive: true })
}
process.exit()

async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  process.stderr.write(`Measuring ${what} … `)
  const result = await work()
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0)} s\n`)
  return result
}

// `npm run bench:load`: does a sign-in or a session read cost more when there are more users, or more people at once? And what do
// PostgreSQL and Redis have to do for it?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Line } from './line.ts'
import type { Store } from './stores.ts'

const root = join(import.meta.dirname, '../..')
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const { startPostgres } = await import('../postgres-server.ts')
const { startRedis } = await import('../redis-server.ts')
const { postgresStore, redisInFront, redisStore, sqliteStore } = await import('./stores.ts')
const { openTown } = await import('./town.ts')
const { lineOf } = await import('./line.ts')
const { pageOf } = await import('./page.ts')
const { describeMachine } = await import('../machine.ts')

const connections = [1, 4, 16]

const machine = describeMachine()
const folder = mkdtempSync(join(tmpdir(), 'portico-load-'))
const postgres = await startPostgres(folder)
const redis = await startRedis(folder)
const lines: Line[] = []
try {
  lines.push(...(await measure(sqliteStore(folder))))
  const behind = postgres && postgresStore(postgres)
  if (behind) lines.push(...(await measure(behind)))
  else console.log('SKIPPED: load on PostgreSQL (PostgreSQL is not installed)')
  if (redis && behind) lines.push(...(await measure(redisInFront(redis, behind))))
  if (redis) lines.push(...(await measure(redisStore(redis))))
  else console.log('SKIPPED: load on Redis (Redis is not installed)')
} finally {
  await postgres?.stop()
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
}
const results = join(root, 'docs/bench')
mkdirSync(results, { recursive: true })
const text = pageOf(lines, machine)
writeFileSync(join(results, 'load.md'), text)
writeFileSync(join(results, 'load.json'), `${JSON.stringify({ machine, lines }, null, 2)}\n`)
await import('../simulate.ts')
console.log(text)
process.exit()

async function measure(store: Store): Promise<Line[]> {
  for (const users of store.sizes) {
    const start = performance.now()
    await store.fill(users)
    const took = ((performance.now() - start) / 1000).toFixed(0)
    const count = users.toLocaleString('en')
    process.stderr.write(`${store.name}: ${count} users settled in ${took} s\n`)
  }
  const found: Line[] = []
  for (const count of connections) {
    const towns = await Promise.all(
      store.sizes.map(async (users) => openTown(await store.open(users, count), users)),
    )
    found.push(await lineOf(store, 'session reads', count, towns))
    found.push(await lineOf(store, 'sign-ins', count, towns))
    for (const town of towns) await town.close()
  }
  return found
}

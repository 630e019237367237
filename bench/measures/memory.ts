import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Settings } from '../contestant.ts'
import { contestants } from '../contestants.ts'
import type { Measure } from '../result.ts'
import { signIn } from '../sign-in.ts'
import type { Stage } from '../stage.ts'

const here = join(import.meta.dirname, '..')
const checks = 100_000
const files: Record<string, string> = {
  Portico: "export { portico as contestant } from './contestants/portico.ts'",
  'Auth.js': "export { authJs as contestant } from './contestants/auth-js.ts'",
  'Better Auth':
    "export { betterAuthContestant as contestant } from './contestants/better-auth.ts'",
  'Floor (by hand)': "export { floor as contestant } from './contestants/floor.ts'",
}

interface Memory {
  done: number
  early: number
  heap: number
  rss: number
}

/** What is left in memory after 100,000 session checks, in a process of its own. Who is slow stops after 8 seconds. */
export async function measureMemory(stage: Stage): Promise<Measure> {
  const rows: Measure['rows'] = []
  const all = new Map<string, Memory>()
  for (const name of Object.keys(files)) {
    const memory = await remember(name, stage)
    all.set(name, memory)
    const did = `${name}, after ${memory.done.toLocaleString('en')} checks`
    rows.push({ name: `${did}: heap`, value: memory.heap / 1e6 })
    rows.push({ name: `${did}: resident`, value: memory.rss / 1e6 })
  }
  const { heap = Number.NaN, early = Number.NaN } = all.get('Portico') ?? {}
  const growth = (heap - early) / 1e6
  return {
    id: 'memory',
    title: 'Memory after 100,000 session checks, garbage collected',
    unit: 'MB',
    rows,
    missing: [],
    verdicts: [
      { target: 'heap ≤ 7 MB', reached: `${(heap / 1e6).toFixed(1)} MB`, met: heap <= 7e6 },
      {
        target: 'no growth after the first 10,000',
        reached: `${growth.toFixed(2)} MB`,
        met: growth <= 0.1,
      },
    ],
  }
}

async function remember(name: string, stage: Stage): Promise<Memory> {
  const settings = { platform: stage.platform, providers: 1, ballast: 0 }
  return inBundle(name, settings, (file, cookie) => {
    const script = `
      import { contestant } from ${JSON.stringify(file)}
      const app = await contestant.open(${JSON.stringify(settings)})
      const heap = () => { gc(); return process.memoryUsage().heapUsed }
      const deadline = performance.now() + 8000
      let early = 0, done = 0
      while (done < ${checks} && performance.now() < deadline) {
        const answer = await app.check(${JSON.stringify(cookie)})
        if (!answer.includes('Ada Lovelace')) throw new Error('answered ' + answer)
        if (++done === ${checks / 10}) early = heap()
      }
      console.log(JSON.stringify({ done, early, heap: heap(), rss: process.memoryUsage.rss() }))`
    const options = ['--expose-gc', '--input-type=module', '--eval', script]
    return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', cwd: here }))
  })
}

/**
 * Gives a contestant as a file of plain JavaScript, and the cookies of somebody who is signed in: Node's own compiler for
 * TypeScript would weigh more than what is weighed.
 */
export async function inBundle<T>(
  name: string,
  settings: Settings,
  use: (file: string, cookie: string) => T,
): Promise<T> {
  const app = await contestants.find((each) => each.name === name)?.open(settings)
  const { cookie } = app ? await signIn(app) : { cookie: '' }
  const file = join(here, 'node_modules', '.cache', `memory-${process.pid}.mjs`)
  await build({
    stdin: { contents: files[name] ?? '', resolveDir: here, loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [fromDist],
  })
  try {
    return use(file, cookie)
  } finally {
    rmSync(file)
  }
}

/** Portico's own files stay as they are shipped, and what is loaded later stays unloaded. */
const fromDist: Plugin = {
  name: 'from-dist',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) =>
      kind === 'dynamic-import' || path.includes('/dist/')
        ? { path: join(resolveDir, path), external: true }
        : undefined,
    )
  },
}

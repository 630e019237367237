import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { environment, run } from './process.ts'
import type { Told } from './runtimes/told.ts'

/** The names that packages of programs have for this machine. */
const machine = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

const packages = {
  node22: `npm:node-${machine}@22.23.3`,
  node24: `npm:node-${machine}@24.21.0`,
  node26: `npm:node-${machine}@26.10.0`,
  '@edge-runtime/vm': '5.0.0',
}

/** Their packages fetch the program for this machine from the registry, which may lack it. */
const fetching = { bun: '1.4.4', deno: '2.9.5' }

const entries = ['process.ts', 'worker.ts', 'edge.ts']
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc')

const folder = mkdtempSync(join(tmpdir(), 'portico-runtimes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

cpSync(join(import.meta.dirname, 'runtimes'), folder, { recursive: true })
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    private: true,
    type: 'module',
    dependencies: { porticojs: `file:${inject('tarball')}`, ...packages },
  }),
)
const install = (...names: string[]) =>
  run(
    ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...names],
    { cwd: folder, env: environment() },
  )
const installed = await install()
if (installed.code !== 0)
  throw new Error(`The runtimes could not be installed: ${installed.output}`)
const missing = new Set<string>()
for (const [name, version] of Object.entries(fetching)) {
  const { code, output } = await install(`${name}@${version}`)
  if (code === 0) continue
  missing.add(name)
  console.warn(`SKIPPED: ${name}: it could not be installed: ${output.trim().split('\n', 1)}`)
}

/** What every runtime does. */
const fine: Told = {
  'sign-in and sign-out': 'fine',
  renewal: 'fine',
  'credentials with the best algorithm': 'fine',
  'credentials with scrypt': 'fine',
  'credentials with argon2id': 'fine',
  'email in memory': 'fine',
  'a look into the database': 'fine',
  'sign-in and sign-out in the database': 'fine',
  'renewal in the database': 'fine',
  'email in the database': 'fine',
}

const noArgon2id = {
  'credentials with argon2id': expect.stringMatching(
    /^Unsupported: This runtime cannot compute argon2id → .*scrypt/,
  ),
}

describe('the same stories, told by the packed package', () => {
  /** Runs them in a process of its own, with a SQLite file. */
  const inProcess = async (program: string[]): Promise<Told> => {
    rmSync(join(folder, 'runtime.db'), { force: true })
    const { code, output } = await run([...program, 'process.ts'], {
      cwd: folder,
      env: environment({ DENO_NO_UPDATE_CHECK: '1' }),
    })
    expect(code, output).toBe(0)
    return JSON.parse(output.trim().split('\n').at(-1) ?? '')
  }
  const installedNode = (name: string) => [join(folder, 'node_modules', name, 'bin/node')]

  test('they pass a strict type check', async () => {
    const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--skipLibCheck']
    const { code, output } = await run(
      [compiler, ...options, ...['--target', 'es2024'], ...['--module', 'nodenext'], ...entries],
      { cwd: folder, env: environment() },
    )
    expect(code, output).toBe(0)
  })

  test('Node 22', async () => {
    expect(await inProcess(installedNode('node22'))).toEqual({ ...fine, ...noArgon2id })
  })

  test('Node 24', async () => {
    expect(await inProcess(installedNode('node24'))).toEqual(fine)
  })

  test('Node 26', async () => {
    expect(await inProcess(installedNode('node26'))).toEqual(fine)
  })

  test.skipIf(missing.has('bun'))('Bun', async () => {
    expect(await inProcess([join(folder, 'node_modules/.bin/bun')])).toEqual(fine)
  })

  test.skipIf(missing.has('deno'))('Deno', async () => {
    const deno = [join(folder, 'node_modules/.bin/deno'), 'run', '--allow-all', '--no-prompt']
    expect(await inProcess(deno)).toEqual({ ...fine, ...noArgon2id })
  })

  for (const [name, flags] of [
    ['workerd', []],
    ['workerd with Node compatibility', ['nodejs_compat']],
  ] as const) {
    test(`${name}, with D1`, async () => {
      const worker = new Miniflare({
        modules: [
          {
            type: 'ESModule',
            path: 'worker.js',
            contents: await bundle('worker.ts', 'workerd'),
          },
        ],
        compatibilityDate: '2026-07-01',
        compatibilityFlags: [...flags],
        d1Databases: ['DB'],
      })
      try {
        const response = await worker.dispatchFetch('https://app.test/')
        const told = await response.json()
        expect(told).toEqual(flags.length > 0 ? { ...fine, ...noArgon2id } : { ...fine, ...noHash })
      } finally {
        await worker.dispose()
      }
      // workerd computes scrypt on one thread, with everything else.
    }, 600_000)
  }

  test('the Edge runtime, as Next runs it', async () => {
    const { EdgeVM } = await import(join(folder, 'node_modules/@edge-runtime/vm/dist/index.js'))
    const vm = new EdgeVM({
      // Next adds a `process` whose function exists and throws.
      extend: (context: object) =>
        Object.assign(context, {
          process: {
            env: {},
            getBuiltinModule() {
              throw new Error('A Node.js API is used which is not supported in the Edge Runtime.')
            },
          },
        }),
    })
    vm.evaluate(await bundle('edge.ts', 'edge-light'))
    const told = await vm.evaluate('told.then(JSON.stringify)')
    expect(JSON.parse(told)).toEqual({ ...fine, ...noHash, ...noSqlite })
  })
})

const unsupportedHash = expect.stringMatching(
  /^Unsupported: Hashing passwords needs node:crypto → .*Node compatibility/,
)
const noHash = {
  'credentials with the best algorithm': unsupportedHash,
  'credentials with scrypt': unsupportedHash,
  'credentials with argon2id': unsupportedHash,
}
const noDatabase = expect.stringMatching(/^Error: /)
const noSqlite = {
  'a look into the database': expect.stringMatching(
    /^Configuration: This runtime brings no SQLite → .*porticojs\/storage\/d1/,
  ),
  'sign-in and sign-out in the database': noDatabase,
  'renewal in the database': noDatabase,
  'email in the database': noDatabase,
}

async function bundle(entry: string, runtime: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    write: false,
    format: entry === 'worker.ts' ? 'esm' : 'iife',
    platform: 'browser',
    conditions: [runtime, 'worker', 'import'],
    target: 'es2022',
    // What the practice platform would listen with, which it does not do here.
    external: ['node:http'],
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

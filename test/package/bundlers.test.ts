import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { expect, inject, test } from 'vitest'
import { node } from './installed.ts'

// The consumer has installed the packed package and no other: a bundler that looks for a driver finds none.
const consumer = inject('consumer')

/** What a bundled application answers to those who ask it. */
async function answers(file: string) {
  const env = { NODE_ENV: 'test', DATABASE: `file:${file}.db` }
  const { code, output, printed } = await node(['ask.ts', file], { env })
  expect(code, output).toBe(0)
  return JSON.parse(printed)
}

const healthy = { session: 200, signInPage: 200, mail: 303 }

const esbuilds: { name: string; entry: string; options: BuildOptions }[] = [
  { name: 'node', entry: 'in-one-file.ts', options: { platform: 'node', format: 'esm' } },
  { name: 'node-cjs', entry: 'in-one-file.ts', options: { platform: 'node', format: 'cjs' } },
  { name: 'neutral', entry: 'in-one-file.ts', options: { platform: 'neutral', format: 'esm' } },
  { name: 'neutral-worker', entry: 'on-worker.ts', options: { platform: 'neutral' } },
  { name: 'browser', entry: 'on-worker.ts', options: { platform: 'browser' } },
]

test.each(esbuilds)('esbuild makes one file for $name, and it runs', async (row) => {
  const { name, entry, options } = row
  const outfile = join(consumer, `esbuild-${name}`, options.format === 'cjs' ? 'a.cjs' : 'a.mjs')
  const entryPoints = [join(consumer, entry)]
  const { errors, warnings } = await esbuild({
    format: 'esm',
    minify: true,
    ...options,
    bundle: true,
    entryPoints,
    outfile,
    logLevel: 'silent',
  })
  expect([...errors, ...warnings]).toEqual([])
  expect(await answers(outfile)).toEqual(healthy)
})

test.each([
  { target: 'node', entry: 'on-node.ts' },
  { target: 'webworker', entry: 'on-worker.ts' },
] as const)('Vite packs everything into a server for $target, and it runs', async (row) => {
  const { target, entry } = row
  const said: string[] = []
  const say = (message: string) => void said.push(message)
  const outDir = join(consumer, `vite-${target}`)
  await vite({
    configFile: false,
    logLevel: 'warn',
    root: consumer,
    ssr: { noExternal: true, target },
    build: { ssr: entry, outDir, rollupOptions: { output: { entryFileNames: 'a.mjs' } } },
    customLogger: {
      info() {},
      warn: say,
      warnOnce: say,
      error: say,
      clearScreen() {},
      hasErrorLogged: () => false,
      hasWarned: false,
    },
  })
  expect(said).toEqual([])
  expect(await answers(join(outDir, 'a.mjs'))).toEqual(healthy)
})

test('a bundle for production leaves out what only developers use', async () => {
  const entryPoints = [join(consumer, 'on-node.ts')]
  const { metafile } = await esbuild({
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  })
  const files = Object.keys(metafile.inputs).filter((file) => file.includes('/porticojs/dist/'))
  expect(files.length).toBeGreaterThan(0)
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(sources.match(/^\/\/ ?(#region )?src\/(emulator|inspector|cli|testing).*$/gm)).toBeNull()
})

/** An application that is given an address, in one file in a folder that has nothing else. Nobody asks it anything. */
async function startAlone(database: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-one-file-'))
  const outfile = join(folder, 'a.mjs')
  const entryPoints = [join(consumer, 'on-node.ts')]
  await esbuild({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
  const { code, output } = await node([outfile], {
    cwd: folder,
    env: { NODE_ENV: 'production', DATABASE: database },
  })
  rmSync(folder, { recursive: true })
  expect(code, output).toBe(0)
  return output
}

test.each([
  ['file:./auth.db', "storage: sqlite('file:./auth.db')` of porticojs/storage/sqlite"],
  [
    'postgres://db.test/app',
    'storage: postgres(process.env.DATABASE_URL)` of porticojs/storage/postgres',
  ],
  ['mariadb://db.test/app', 'storage: mysql(process.env.DATABASE_URL)` of porticojs/storage/mysql'],
])(
  'one file by esbuild that is told %s says at the start what to write instead',
  async (...row) => {
    const [database, line] = row
    expect(await startAlone(database)).toContain(line)
  },
)

test('a driver that is not installed is named at the start, with what to do, in production', async () => {
  const outDir = join(consumer, 'vite-without-driver')
  const rollupOptions = { output: { entryFileNames: 'a.mjs' } }
  const ssr = { noExternal: true, target: 'node' } as const
  const build = { ssr: 'on-node.ts', outDir, rollupOptions }
  await vite({ configFile: false, logLevel: 'silent', root: consumer, ssr, build })
  const env = { NODE_ENV: 'production', DATABASE: 'postgres://127.0.0.1:1/none' }
  const { output } = await node([join(outDir, 'a.mjs')], { env })
  expect(output).toMatch(
    /This database needs the package pg\. .*→ npm i pg\. .*storage: postgres\(/,
  )
  const embedded = await node([join(outDir, 'a.mjs')], { env: { ...env, DATABASE: ':memory:' } })
  expect(embedded.output).not.toContain('[portico] Configuration')
})

const application = `
  import { Auth } from 'porticojs'
  import Provider from 'porticojs/providers/github'
  export const { handler } = Auth({ providers: [Provider] })`

test('one file for Node without a database weighs at most 75 kB, and has no SQL in it', async () => {
  const stdin = { contents: application, resolveDir: consumer }
  const { metafile, outputFiles } = await esbuild({
    ...{ stdin, bundle: true, minify: true, platform: 'node', format: 'esm' },
    ...{ write: false, metafile: true, logLevel: 'silent' },
  })
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  console.log(`one file for Node: ${bytes} bytes, minified and gzipped`)
  expect(bytes).toBeLessThanOrEqual(75_000)
  expect(Object.keys(metafile.inputs).filter((file) => /sql|kysely|drivers/.test(file))).toEqual([])
})

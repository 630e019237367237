import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  { name: 'node', entry: 'on-node.ts', options: { platform: 'node', format: 'esm' } },
  { name: 'node-cjs', entry: 'on-node.ts', options: { platform: 'node', format: 'cjs' } },
  { name: 'neutral', entry: 'on-node.ts', options: { platform: 'neutral', format: 'esm' } },
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

test('a database by address says what to install, and which door bundlers see', async () => {
  const outfile = join(consumer, 'esbuild-postgres', 'a.mjs')
  const entryPoints = [join(consumer, 'on-node.ts')]
  await esbuild({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
  const env = { NODE_ENV: 'test', DATABASE: 'postgres://127.0.0.1:1/none' }
  const { output, printed } = await node(['ask.ts', outfile], { env })
  expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toEqual({ ...healthy, mail: 500 })
  expect(output).toContain('npm i pg')
  expect(output).toContain('porticojs/storage/postgres')
})

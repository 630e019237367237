import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { environment, run } from './process.ts'

// Bundlers that are too large to be installed for every run of the tests; esbuild and Vite are in test/package.
const packages = {
  webpack: '5.112.2',
  rollup: '4.68.2',
  '@rollup/plugin-node-resolve': '16.0.3',
  esbuild: '0.28.2',
  wrangler: '4.158.0',
}

const folder = mkdtempSync(join(tmpdir(), 'portico-bundlers-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../package/consumer'), folder, { recursive: true })
  const dependencies = { porticojs: `file:${inject('tarball')}` }
  const manifest = { private: true, type: 'module', dependencies, devDependencies: packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await command(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'])
  // They read JavaScript.
  const entries = ['on-node.ts', 'on-worker.ts']
  await command(['npx', 'esbuild', ...entries, '--outdir=.', '--log-level=error'])
})

/** Runs a program that must succeed, and returns what it said. */
async function command(words: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(words, { cwd: folder, env: environment(env) })
  expect(code, output).toBe(0)
  return output
}

async function script(text: string): Promise<string> {
  return command([process.execPath, '--input-type=module', '--eval', text])
}

/** What a bundled application answers to those who ask it. */
async function answers(file: string): Promise<unknown> {
  const env = { NODE_ENV: 'test', DATABASE: `file:${join(folder, file)}.db` }
  return JSON.parse(await command([process.execPath, 'ask.ts', join(folder, file)], env))
}

const healthy = { session: 200, signInPage: 200, mail: 303 }

const webpacks = ['production', 'development'].flatMap((mode) => [
  { mode, target: 'node', entry: './on-node.js' },
  { mode, target: 'webworker', entry: './on-worker.js' },
])

test.each(webpacks)('webpack builds for $target in $mode, and it runs', async (row) => {
  const { mode, target, entry } = row
  const path = `webpack-${target}-${mode}`
  const said = await script(`
    import webpack from 'webpack'
    const output = { path: '${join(folder, path)}', filename: 'a.mjs', module: true, library: { type: 'module' }, chunkFormat: 'module' }
    // Its advice about size is for pages; an application with a SQL storage is larger than that, and test/package/size.test.ts measures ours.
    const performance = false
    const options = { performance, mode: '${mode}', target: '${target}', entry: '${entry}', output, devtool: false, experiments: { outputModule: true } }
    webpack(options, (error, stats) => {
      const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {}
      console.log(JSON.stringify([error, errors, warnings]))
    })`)
  expect(JSON.parse(said)).toEqual([null, [], []])
  expect(await answers(join(path, 'a.mjs'))).toEqual(healthy)
})

test('Rollup builds for Node, and it runs', async () => {
  const said = await script(`
    import { nodeResolve } from '@rollup/plugin-node-resolve'
    import { rollup } from 'rollup'
    const said = []
    const onLog = (level, log) => level !== 'debug' && said.push(log.message)
    const bundle = await rollup({ input: 'on-node.js', plugins: [nodeResolve()], onLog })
    await bundle.write({ dir: 'rollup', entryFileNames: 'a.mjs' })
    console.log(JSON.stringify(said))`)
  expect(JSON.parse(said)).toEqual([])
  expect(await answers(join('rollup', 'a.mjs'))).toEqual(healthy)
})

test('Wrangler builds a worker, and it runs', async () => {
  const options = ['--name', 'app', '--compatibility-date', '2026-01-01', '--outdir', 'wrangler']
  const words = ['npx', 'wrangler', 'deploy', 'on-worker.js', '--dry-run', ...options]
  const said = await command(words, { WRANGLER_SEND_METRICS: 'false' })
  expect(said).not.toMatch(/warning|error/i)
  expect(await answers(join('wrangler', 'on-worker.js'))).toEqual(healthy)
})

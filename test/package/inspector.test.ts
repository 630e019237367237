import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, expect, inject, test } from 'vitest'
import { node } from './installed.ts'

const consumer = inject('consumer')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** What an application that runs for this purpose answers at the inspector's address. */
async function statusOf(file: string, NODE_ENV: string, cwd = consumer): Promise<number> {
  const env = { NODE_ENV, DATABASE: `file:${join(cwd, `inspected-${NODE_ENV}.db`)}` }
  const { code, output, printed } = await node(['inspect.ts', file], { env, cwd })
  expect(code, output).toBe(0)
  return Number(printed.trim().split('\n').at(-1))
}

async function bundle(): Promise<string> {
  const outfile = join(consumer, 'inspected', 'a.mjs')
  const entryPoints = [join(consumer, 'on-node.ts')]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
  return outfile
}

test('the installed package has an inspector in development, and none otherwise', async () => {
  const file = join(consumer, 'on-node.ts')
  expect(await statusOf(file, 'development')).toBe(200)
  expect(await statusOf(file, 'production')).toBe(404)
  expect(await statusOf(file, '')).toBe(404)
})

test('a bundle finds it beside itself while it is developed, and never in production', async () => {
  const file = await bundle()
  expect(await statusOf(file, 'development')).toBe(200)
  expect(await statusOf(file, 'production')).toBe(404)
})

test('a bundle that was taken elsewhere has none, whatever it is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-deployed-'))
  folders.push(folder)
  cpSync(await bundle(), join(folder, 'a.mjs'))
  cpSync(join(consumer, 'inspect.ts'), join(folder, 'inspect.ts'))
  expect(await statusOf(join(folder, 'a.mjs'), 'development', folder)).toBe(404)
})

test('a database without its driver is named at the start of a development server', async () => {
  const script = `
    import { Auth } from 'porticojs'
    import GitHub from 'porticojs/providers/github'
    const env = { ...process.env, AUTH_SECRET: '${'0123456789abcdef'.repeat(3)}', AUTH_GITHUB_ID: 'a', AUTH_GITHUB_SECRET: 'b' }
    Auth({ providers: [GitHub], database: 'postgres://db.example/auth', runtime: { env } })`
  const env = { NODE_ENV: 'development' }
  const { code, output } = await node(['--input-type=module', '--eval', script], { env })
  expect(code, output).toBe(0)
  expect(output).toMatch(/This database needs the package pg\. .*→ npm i pg/)
})

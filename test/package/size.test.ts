import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { expect, inject, test } from 'vitest'
import { manifest } from './installed.ts'

const application = `
  import { Auth } from 'porticojs'
  import Provider from 'porticojs/providers/github'
  export const { handler } = Auth({ providers: [Provider] })`

const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  external: ['node:*', 'bun:*', 'svelte/*', ...Object.keys(manifest().peerDependencies ?? {})],
  write: false,
  outdir: 'out',
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions

/** One piece of a bundle. */
interface Piece {
  bytes: number
  /** Loaded with the application, not when first needed. */
  atStart: boolean
  inputs: [file: string, bytes: number][]
}

/** An application bundled for a worker by esbuild, minified and gzipped, in the pieces that it is loaded in. */
async function bundle(contents: string, splitting: boolean): Promise<Piece[]> {
  const stdin = { contents, resolveDir: inject('consumer') }
  const { metafile, outputFiles } = await build({ ...options, stdin, splitting })
  const { outputs } = metafile
  const start = new Set<string>()
  const load = (path: string) => {
    if (start.has(path)) return
    start.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[next]) load(next)
    }
  }
  load(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === '<stdin>') ?? '')
  return Object.entries(outputs).map(([path, { inputs }]) => {
    const file = outputFiles.find((output) => output.path === resolve(path))
    return {
      bytes: gzipSync(file?.contents ?? '', { level: 9 }).length,
      atStart: start.has(path),
      inputs: Object.entries(inputs).map(([name, { bytesInOutput }]) => [name, bytesInOutput]),
    }
  })
}

function weight(pieces: Piece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** What got in, largest first. */
function contentsOf(pieces: Piece[]): string {
  return pieces
    .flatMap(({ inputs }) => inputs)
    .sort(([, a], [, b]) => b - a)
    .map(([file, bytes]) => `${String(bytes).padStart(8)}  ${file}`)
    .join('\n')
}

function expectAtMost(limit: number, what: string, pieces: Piece[]): void {
  const bytes = weight(pieces)
  console.log(`${what}: ${bytes} bytes, minified and gzipped`)
  if (bytes > limit) console.log(`What got in:\n${contentsOf(pieces)}`)
  expect(bytes).toBeLessThanOrEqual(limit)
}

test('a worker with one provider loads at most 22 kB to start', async () => {
  const pieces = await bundle(application, true)
  expectAtMost(
    22_000,
    'loaded at start',
    pieces.filter(({ atStart }) => atStart),
  )
})

// Pages, the OAuth library and whatever needs a storage are loaded when they are first needed; a bundler that cannot split puts
// them beside the rest.
test('everything that one provider can ever load, in one file, weighs at most 60 kB', async () => {
  expectAtMost(60_000, 'everything', await bundle(application, false))
})

// What npm downloads: guides are a fifth of it, because errors and llms.txt lead to them, declarations an eighth. docs/bench/README.md has the
// ledger, and why no more of it can go.
test('the package that is downloaded weighs at most 1,060 kB, and the codemod 32 kB', () => {
  const bytes = statSync(inject('tarball')).size
  console.log(`the packed package: ${bytes} bytes`)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(1_060_000)
  expect(statSync(inject('codemodTarball')).size).toBeLessThanOrEqual(32_000)
})

const client = `export * from 'porticojs/client'`

async function clientAtStart(contents = ''): Promise<number> {
  const pieces = await bundle(`${client}\n${contents}`, true)
  return weight(pieces.filter(({ atStart }) => atStart))
}

test('a page loads at most 1.5 kB of the client', async () => {
  const pieces = await bundle(client, true)
  expectAtMost(
    1500,
    'client',
    pieces.filter(({ atStart }) => atStart),
  )
})

test('code for actions is loaded with the first one, and code for passkeys with that', async () => {
  const pieces = await bundle(client, true)
  const later = pieces.filter(({ atStart }) => !atStart)
  expectAtMost(1500, 'actions and passkeys', later)
  const files = (some: Piece[]) => some.flatMap(({ inputs }) => inputs.map(([file]) => file)).join()
  expect(later).toHaveLength(2)
  expect(files(later)).toMatch(/ceremony/)
  expect(files(pieces.filter(({ atStart }) => atStart))).not.toMatch(/ceremony|actions/)
})

test('an app loads at most 4 kB of the client for native apps', async () => {
  const pieces = await bundle(`export * from 'porticojs/client/native'`, false)
  expectAtMost(4000, 'client/native', pieces)
  const files = pieces.flatMap(({ inputs }) => inputs.map(([file]) => file)).join()
  expect(files).not.toMatch(/actions|bindings/)
})

test.each(['react', 'vue', 'svelte', 'solid'])(
  'the binding for %s adds at most 0.6 kB',
  async (name) => {
    const bytes =
      (await clientAtStart(`export * from 'porticojs/${name}'`)) - (await clientAtStart())
    console.log(`porticojs/${name}: ${bytes} bytes, minified and gzipped`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(600)
  },
)

test('a language is shipped to those who ask for it, and to nobody else', async () => {
  const languagesIn = async (contents: string) =>
    (await bundle(contents, false))
      .flatMap(({ inputs }) => inputs.map(([file]) => file))
      .filter((file) => file.includes('languages'))
      .map((file) => file.split('/').at(-1))
  expect(await languagesIn(application)).toEqual([])
  const german = `export { default as de } from 'porticojs/languages/de'`
  expect(await languagesIn(`${application}\n${german}`)).toEqual(['de.js'])
})

test('a bundle has the code of OpenID Connect with a platform that speaks it, and with no other', async () => {
  const openId = async (contents: string) =>
    (await bundle(contents, false))
      .flatMap(({ inputs }) => inputs.map(([file]) => file.split('/').at(-1)))
      .filter((file) => /^_(open-id|discovery)\.js$/.test(file ?? ''))
  expect(await openId(application)).toEqual([])
  expect(await openId(application.replace('github', 'google'))).toHaveLength(2)
})

test('a bundle leaves out database drivers, mail and passkeys unless asked for', async () => {
  const files = (await bundle(application, false)).flatMap(({ inputs }) =>
    inputs.map(([file]) => file),
  )
  expect(files.filter((file) => /sql-storage|nodemailer|simplewebauthn/.test(file))).toEqual([])
})

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { atMost, type Measure, type Row } from '../result.ts'
import type { Stage } from '../stage.ts'

const here = join(import.meta.dirname, '..')
const root = join(here, '..')

const applications: Record<string, string> = {
  Portico: `import { Auth } from '${root}/dist/index.js'
    import TikTok from '${root}/dist/providers/tiktok.js'
    export const { handler } = Auth({ providers: [TikTok] })`,
  'Auth.js': `import { Auth } from '@auth/core'
    import TikTok from '@auth/core/providers/tiktok'
    export const handler = (request) => Auth(request, { providers: [TikTok] })`,
  'Better Auth': `import { betterAuth } from 'better-auth'
    export const { handler } = betterAuth({ socialProviders: { tiktok: { clientKey: '', clientSecret: '' } } })`,
  'Better Auth, minimal': `import { betterAuth } from 'better-auth/minimal'
    export const { handler } = betterAuth({ socialProviders: { tiktok: { clientKey: '', clientSecret: '' } } })`,
  'openid-client alone': `export * from 'openid-client'`,
}

/** Bytes of an application with one provider as bundlers ship it to browsers and workers. */
export async function measureBundles(): Promise<Measure> {
  const rows: Row[] = []
  for (const [name, contents] of Object.entries(applications)) {
    const { everything, atStart } = await weigh(contents)
    rows.push({ name: `${name}: loaded at start`, value: atStart / 1000 })
    rows.push({ name: `${name}: everything`, value: everything / 1000 })
  }
  const client = await weigh(`export * from '${root}/dist/client/index.js'`)
  rows.push({ name: 'Portico’s browser client', value: client.everything / 1000 })
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? Number.NaN
  return {
    id: 'bundle',
    title: 'Bundle with one provider, minified and gzipped',
    unit: 'kB',
    rows,
    missing: [],
    verdicts: [
      atMost('loaded at start ≤ 20 kB', of('Portico: loaded at start'), 20, 'kB'),
      atMost('everything in one file ≤ 45 kB', of('Portico: everything'), 45, 'kB'),
      atMost('browser client ≤ 2 kB', client.everything / 1000, 2, 'kB'),
    ],
  }
}

/** The whole in one file, and the pieces of it that are not loaded later. */
export async function weigh(contents: string): Promise<{ everything: number; atStart: number }> {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bundle = (splitting: boolean) =>
    build({
      stdin: { contents, resolveDir: here },
      bundle: true,
      minify: true,
      splitting,
      outdir: 'out',
      metafile: true,
      format: 'esm',
      platform: 'browser',
      external: ['node:*', 'bun:*', ...Object.keys(peerDependencies)],
      write: false,
      logLevel: 'silent',
    })
  const [whole, pieces] = [await bundle(false), await bundle(true)]
  const start = startOf(pieces.metafile.outputs)
  const early = pieces.outputFiles.filter(({ path }) => start.has(path))
  return { everything: gzipped(whole.outputFiles), atStart: gzipped(early) }
}

function startOf(outputs: Metafile['outputs']): Set<string> {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === '<stdin>')
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(resolve(path))) return
    found.add(resolve(path))
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[next]) add(next)
    }
  }
  if (entry) add(entry)
  return found
}

function gzipped(files: readonly { contents: Uint8Array }[]): number {
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
}

/** Packages and bytes that an installation brings. Portico's is really made; the others' are read off what is installed here. */
export function measureInstallations({ folder }: Stage): Measure {
  const portico = installPortico(folder)
  const others = ['@auth/core', 'better-auth'].map((name) => ({ name, ...closureOf(name) }))
  const rows = [{ name: 'Portico', ...portico }, ...others]
  return {
    id: 'installed',
    title: 'Installed size',
    unit: 'MB',
    rows: rows.map(({ name, packages, bytes }) => ({
      name: `${name}, ${packages} packages`,
      value: bytes / 1e6,
    })),
    missing: [],
    verdicts: [
      atMost('≤ 4 packages', portico.packages, 4, 'packages'),
      atMost('≤ 6 MB', portico.bytes / 1e6, 6, 'MB'),
    ],
  }
}

/** Where Portico is installed as an application would. */
export function installationIn(folder: string): string {
  return join(folder, 'installed')
}

function installPortico(folder: string): { packages: number; bytes: number } {
  const place = installationIn(folder)
  mkdirSync(place)
  npm(root, ['pack', '--ignore-scripts', '--pack-destination', folder])
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  writeFileSync(join(place, 'package.json'), '{ "private": true }')
  npm(place, [
    'install',
    '--omit=dev',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    join(folder, tarball),
  ])
  const modules = join(place, 'node_modules')
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules })
  return { packages: packages.length, bytes: bytesIn(modules) }
}

function npm(cwd: string, options: string[]): void {
  execFileSync('npm', [...options, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A package with everything that it requires, peers included unless they are optional. */
function closureOf(name: string): { packages: number; bytes: number } {
  const found = new Map<string, number>()
  const add = (each: string) => {
    const folder = join(here, 'node_modules', each)
    if (found.has(each) || !existsSync(folder)) return
    found.set(each, bytesIn(folder))
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    const peers = Object.keys(peerDependencies).filter(
      (peer) => !peerDependenciesMeta[peer]?.optional,
    )
    for (const next of [...Object.keys(dependencies), ...peers]) add(next)
  }
  add(name)
  return { packages: found.size, bytes: [...found.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

function bytesIn(folder: string): number {
  return globSync('**/*', { cwd: folder })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}

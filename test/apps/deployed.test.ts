import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, emulator } from '../../src/emulator/index.ts'
import { haveChromium, launch } from '../browser.ts'
import { endServers, type Server, serverOf } from '../storage/start-servers.ts'
import type { Application } from './application.ts'
import { type Installed, install } from './install.ts'
import { environment, run } from './process.ts'
import { serve } from './serve.ts'
import { visitor } from './visitor.ts'

// What people deploy is what the build made, in a folder that has nothing else: a driver or a file that the bundler has not seen is
// missing there, and only there.

const pg = { pg: '8.23.1' }
const byAddress = [
  "database: 'file:./auth.db'",
  "database: process.env.DATABASE_URL ?? ''",
] as const

/** An application whose build is taken elsewhere. */
interface Deployment extends Application {
  name: string
  on: 'PostgreSQL' | 'SQLite'
  /** Copies what is deployed, as the framework's guide says, into an empty folder. */
  take(built: string, empty: string): void | Promise<void>
}

const next: Deployment = {
  example: 'next',
  name: 'Next, output: standalone',
  on: 'PostgreSQL',
  versions: { ...pg, nodemailer: '10.4.0' },
  env: () => ({ HOSTNAME: '127.0.0.1' }),
  edit(folder) {
    replaceIn(join(folder, 'auth.ts'), ...byAddress)
    writeFileSync(join(folder, 'next.config.ts'), `export default { output: 'standalone' }\n`)
  },
  take(built, empty) {
    copy(join(built, '.next/standalone'), empty)
    // Turbopack packs what sends mail, and another bundler may leave it in its folder.
    expect(globSync('{node_modules,.next/server/**}/*nodemailer*', { cwd: empty })).not.toEqual([])
    copy(join(built, '.next/static'), join(empty, '.next/static'))
  },
  start: ['node', 'server.js'],
}

const nuxt: Deployment = {
  example: 'nuxt',
  name: 'Nuxt',
  on: 'PostgreSQL',
  versions: pg,
  env: () => ({ HOST: '127.0.0.1', NUXT_TELEMETRY_DISABLED: '1' }),
  edit: (folder) => replaceIn(join(folder, 'server/utils/auth.ts'), ...byAddress),
  take: (built, empty) => copy(join(built, '.output'), empty),
  start: ['node', 'server/index.mjs'],
}

const sveltekit: Deployment = {
  example: 'sveltekit',
  name: 'SvelteKit, adapter-node',
  on: 'SQLite',
  env: () => ({ PROTOCOL_HEADER: 'x-forwarded-proto' }),
  // adapter-node packs what is a dependency of the development, as `sv create` writes all of them.
  edit: (folder) => replaceIn(join(folder, 'package.json'), '"dependencies"', '"bundled"'),
  take(built, empty) {
    copy(join(built, 'build'), empty)
  },
  start: ['node', 'index.js'],
}

const astro: Deployment = {
  example: 'astro',
  name: 'Astro, node adapter',
  on: 'SQLite',
  env: () => ({ HOST: '127.0.0.1', ASTRO_TELEMETRY_DISABLED: '1' }),
  edit: (folder) =>
    replaceIn(
      join(folder, 'astro.config.mjs'),
      'integrations:',
      'vite: { ssr: { noExternal: true } },\n  integrations:',
    ),
  take: (built, empty) => copy(join(built, 'dist'), empty),
  start: ['node', 'server/entry.mjs'],
}

const reactRouter: Deployment = {
  example: 'react-router',
  name: 'React Router',
  on: 'SQLite',
  env: () => ({ HOST: '127.0.0.1' }),
  async take(built, empty) {
    copy(join(built, 'build'), join(empty, 'build'))
    copy(join(built, 'package.json'), join(empty, 'package.json'))
    await command(['npm', 'install', '--omit=dev', '--prefer-offline', '--no-audit'], empty)
  },
}

const lambda: Deployment = {
  ...next,
  name: 'Lambda, esbuild',
  async take(built, empty) {
    const own = join(import.meta.dirname, 'deployed/lambda')
    copy(join(own, 'lambda.ts'), join(built, 'lambda.ts'))
    copy(join(own, 'function-url.mjs'), join(empty, 'function-url.mjs'))
    const { warnings } = await build({
      entryPoints: [join(built, 'lambda.ts')],
      outfile: join(empty, 'index.js'),
      ...{ bundle: true, minify: true, platform: 'node', logLevel: 'silent' },
    })
    expect(warnings).toEqual([])
  },
  start: ['node', 'function-url.mjs'],
}

const folders: string[] = []
let world: Emulator
let address: string
let closeWorld: () => Promise<void>
let browser: Browser
let server: Server | undefined

const startPostgres = serverOf('PostgreSQL')
const possible = haveChromium('deployed applications')

beforeAll(async () => {
  if (!possible) return
  world = await emulator()
  ;({ url: address, close: closeWorld } = await world.listen())
  browser = await launch()
  server = await startPostgres?.()
})

afterAll(async () => {
  await browser?.close()
  await closeWorld?.()
  await server?.stop()
  endServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Installs and builds an example once, for all that is made of it. */
const builds = new Map<string, Promise<Installed | undefined>>()

function builtOnce(app: Deployment): Promise<Installed | undefined> {
  const known = builds.get(app.example) ?? buildOf(app)
  builds.set(app.example, known)
  return known
}

async function buildOf(app: Deployment): Promise<Installed | undefined> {
  const installed = await install(app)
  if (!installed) return undefined
  folders.push(installed.folder)
  // Without its database, as on most machines that build.
  await command(['npm', 'run', 'build'], installed.folder)
  return installed
}

const deployments = [next, nuxt, lambda, sveltekit, astro, reactRouter].map((app) => ({
  app,
  name: app.name,
  on: app.on,
}))

const minutes = 60_000

test.for(deployments)(
  '$name with $on signs in from an empty folder',
  { timeout: 15 * minutes },
  async ({ app, on }, { skip }) => {
    const built = possible && (on === 'SQLite' || server) ? await builtOnce(app) : undefined
    // What is not to be had has been said aloud.
    if (!built) return skip()
    const empty = mkdtempSync(join(tmpdir(), 'portico-deployed-'))
    folders.push(empty)
    await app.take(built.folder, empty)
    const DATABASE_URL = server?.address ?? ''
    if (on === 'PostgreSQL')
      await command(['npx', 'porticojs', 'migrate', '--database', DATABASE_URL], built.folder)
    const env = (running: Parameters<NonNullable<Application['env']>>[0]) => ({
      ...app.env?.(running),
      DATABASE_URL,
    })
    const serving = await serve({ ...app, env }, { folder: empty }, 'production', address)
    try {
      expect(await whoSignsIn(serving.url)).toBe('Ada')
      expect(serving.said()).not.toContain('[portico] Configuration')
    } catch (thrown) {
      console.log(serving.said().slice(-4000))
      throw thrown
    } finally {
      await serving.stop()
    }
  },
)

/** Signs Ada in on the sign-in page; the name that the application then knows. */
async function whoSignsIn(url: string): Promise<unknown> {
  // SvelteKit 3 takes every address for https unless a proxy says otherwise.
  const ada = await visitor(browser, url, { extraHTTPHeaders: { 'x-forwarded-proto': 'http' } })
  await ada.open('/api/auth/signin')
  await ada.press('Continue with TikTok')
  await ada.allow('Ada')
  await ada.page.waitForURL((at) => at.origin === url && !at.pathname.includes('/callback/'))
  const session = await (await ada.context.request.get('/api/auth/session')).json()
  await ada.context.close()
  return session?.user?.name
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}

async function command(words: string[], cwd: string): Promise<void> {
  const { code, output } = await run(words, { cwd, env: environment() })
  expect(code, output).toBe(0)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { readCatalogue } from '../../site/start/catalogue.ts'
import { type Choice, compose, type DatabaseId, databasesFor } from '../../site/start/compose.ts'
import { environment, freePort, run, start } from '../apps/process.ts'
import { endServers, serverOf } from '../storage/start-servers.ts'
import { recordStart } from './start-results.ts'

/** START_SEED draws other applications, START_COUNT more or fewer of them. */
const seed = Number(process.env.START_SEED ?? 36)
const count = Number(process.env.START_COUNT ?? 10)

const catalogue = readCatalogue()
const place = mkdtempSync(join(tmpdir(), 'portico-start-page-'))
afterAll(() => {
  endServers()
  rmSync(place, { recursive: true, force: true })
})

/** The same numbers for the same seed: mulberry32. */
function numbers(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Applications as somebody might choose them on page one, each in another framework. */
function drawn(): Choice[] {
  const next = numbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const left = [...catalogue.examples]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [example] = left.splice(Math.floor(next() * left.length), 1)
    if (!example) throw new Error('No framework is left')
    // The emulator plays them all. Those of a company have an address of their own, which has to be given.
    const popular = catalogue.platforms.filter((each) => each.popular && !each.options)
    const platforms = [...new Set([pick(popular).id, pick(popular).id])]
    const [email, passwords, passkeys] = [next() < 0.5, next() < 0.5, next() < 0.5]
    const database = pick(databasesFor(example))
    return { framework: example.name, database, platforms, email, passwords, passkeys }
  })
}

const quiet = {
  npm_config_yes: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
}

const serverFor = { postgres: 'PostgreSQL', mysql: 'MariaDB' } as const

/** The address of a server for a choice that has one. */
async function addressFor(database: DatabaseId): Promise<string | undefined> {
  if (database !== 'postgres' && database !== 'mysql') return undefined
  return (await serverOf(serverFor[database])?.())?.address
}

/** How a development server is told its port, where the variable PORT is not enough. */
const portOptions: Readonly<Record<string, (port: string) => string>> = {
  next: (port) => ` --port ${port}`,
  nuxt: (port) => ` --port ${port} --host 127.0.0.1 --no-fork`,
  astro: (port) => ` --port ${port} --host 127.0.0.1`,
  workers: (port) => ` --port ${port} --ip 127.0.0.1`,
}
const vitePort = (port: string) => ` --port ${port} --host 127.0.0.1 --strictPort`
for (const name of ['sveltekit', 'react-router', 'solid-start', 'tanstack-start'])
  Object.assign(portOptions, { [name]: vitePort })

function named({ framework, database, platforms, email, passwords, passkeys }: Choice): string {
  const ways = Object.entries({ email, passwords, passkeys }).flatMap(([way, on]) =>
    on ? way : [],
  )
  return `${framework}, ${database}, ${[...platforms, ...ways].join(' + ')}`
}

/** Types one line of a terminal; one that fails is an error with what it said. */
async function type(folder: string, line: string): Promise<string> {
  const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
  const env = environment({ ...quiet, PATH: path })
  const { code, output } = await run(['sh', '-c', line], { cwd: folder, env })
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${output}`)
  return output
}

/** Leaves the emulator running, and writes the variables that it prints, with a secret, where the application reads them. */
async function emulating(folder: string, command: string, file: string): Promise<void> {
  const line = command.replace('npx ', 'exec node_modules/.bin/').replace(/ &$/, '')
  const port = await freePort()
  const env = environment(quiet)
  const program = start(['sh', '-c', `${line} --json --port ${port}`], { cwd: folder, env })
  onTestFinished(() => program.stop())
  await expect.poll(program.said, { timeout: 60_000 }).toMatch(/\}\s*\}\s*$/)
  const said = program.said()
  const printed = JSON.parse(said.slice(said.indexOf('{'))).env
  const secret = (await type(folder, 'porticojs secret')).trim().split('\n').at(-1)
  const lines = Object.entries({ ...printed, AUTH_SECRET: secret }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  writeFileSync(join(folder, file), lines.join(''))
}

/** Starts it as the last command says, and signs in as Ada through the emulator. */
async function signedIn(folder: string, framework: string, command: string): Promise<string> {
  const port = String(await freePort())
  const line = `exec ${command}${portOptions[framework]?.(port) ?? ''}`
  const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
  const env = environment({ ...quiet, PORT: port, PATH: path })
  const program = start(['sh', '-c', line], { cwd: folder, env })
  onTestFinished(() => program.stop())
  const url = `http://127.0.0.1:${port}`
  const page = () => fetch(`${url}/api/auth/signin`).then((answer) => answer.text(), String)
  try {
    await expect.poll(page, { timeout: 240_000, interval: 500 }).toMatch(/Sign in/)
    const output = await type(folder, `porticojs sign-in --as ada --url ${url} --json`)
    const { cookie } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
    const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } })
    return (await answer.json())?.user?.name
  } catch (error) {
    throw new Error(`${error}\n${program.said().slice(-2000)}`)
  } finally {
    await program.stop()
  }
}

test.each(drawn().map((choice) => [named(choice), choice] as const))(
  '%s: installed, type-checked, built and signed in as page one says',
  async (name, choice) => {
    const folder = mkdtempSync(join(place, `${choice.framework}-`))
    let step = 'install'
    try {
      const address = await addressFor(choice.database)
      const { files, commands } = compose(catalogue, choice)
      const own = (text: string) =>
        address
          ? text.replaceAll(/(?:postgres|mysql):\/\/user:password@localhost\/app/g, address)
          : text
      for (const { path, text } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), own(text))
      }
      await type(folder, 'npm init --yes')
      const development = commands.at(-1) ?? ''
      const packed = (line: string) =>
        line.replace(/^npm i (.*)\bporticojs\b(?!\/)/, `npm i $1${inject('tarball')}`)
      for (const line of commands.slice(0, -1)) {
        if (line.includes('porticojs emulate')) {
          await emulating(folder, line, files.at(-1)?.path ?? '')
          continue
        }
        const quietly = line.startsWith('npm i ') ? ' --prefer-offline --no-audit --no-fund' : ''
        await type(folder, packed(own(line)) + quietly)
      }
      const { scripts } = JSON.parse(
        catalogue.examples.find((each) => each.name === choice.framework)?.files['package.json'] ??
          '{}',
      )
      step = 'type check'
      await type(folder, scripts.check)
      step = 'build'
      if (scripts.build) await type(folder, scripts.build)
      step = 'sign-in'
      expect(await signedIn(folder, choice.framework, development)).toContain('Ada')
      step = ''
    } catch (error) {
      console.error(`${name}: ${step}:`, error)
      throw error
    } finally {
      const result = step ? `fails at ${step}` : 'types check, it builds, Ada signs in'
      recordStart(name, seed, result)
      rmSync(folder, { recursive: true, force: true })
    }
  },
  // It installs, checks, builds and starts an application.
  1_200_000,
)

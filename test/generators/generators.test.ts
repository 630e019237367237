import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { environment, freePort, run, start } from '../apps/process.ts'
import { type Application, applications } from './applications.ts'
import { record } from './results.ts'

const place = mkdtempSync(join(tmpdir(), 'portico-generators-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
/** What `npx porticojs` starts; npx itself has more to say. */
const portico = [process.execPath, 'node_modules/porticojs/dist/cli/main.js']

const quiet = {
  npm_config_yes: 'true',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
}

/** Types a command in a folder; one that fails is an error with what it said. */
async function type(cwd: string, command: string[]): Promise<string> {
  const line = command.includes('&&') ? ['sh', '-c', command.join(' ')] : command
  const { code, output } = await run(line, { cwd, env: environment(quiet) })
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** The answer in JSON among what a command printed: Node has warnings of its own. */
function answerIn(output: string) {
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
}

function write(folder: string, files: Record<string, string> = {}): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Generates an application; undefined where its generator needs more than the registry of npm, and nothing stands in for it. */
async function generated(name: string, app: Application) {
  const folder = `app-${Object.keys(applications).indexOf(name)}`
  const made = join(place, folder)
  const by =
    app.generate &&
    (await run(['npx', ...app.generate(folder)], { cwd: place, env: environment(quiet) }))
  if (by?.code === 0) return { folder: made, origin: 'generated' }
  const reason = by?.output.trim().split('\n').at(-1)
  if (by && !app.files) {
    console.warn(`SKIPPED: ${name}: ${reason}`)
    return undefined
  }
  rmSync(made, { recursive: true, force: true })
  write(made, app.files)
  return { folder: made, origin: by ? 'by hand, the generator found no network' : 'by hand' }
}

/** Adds the sign-in by `npx porticojs init`, and installs what it asks for. */
async function initialised(folder: string, app: Application) {
  await type(folder, ['npm', 'install', ...quietly])
  if (app.packages) await type(folder, ['npm', 'install', ...quietly, ...app.packages])
  await type(folder, ['npm', 'install', ...quietly, inject('tarball')])
  write(folder, app.own)
  const init = [...portico, 'init', '--json', '--yes', ...(app.options ?? [])]
  const from = performance.now()
  const said = answerIn(await type(folder, init))
  if (said.install) await type(folder, [...said.install.split(' '), ...quietly])
  const took = performance.now() - from
  const again = answerIn(await type(folder, init))
  expect(again).toMatchObject({ written: [], changed: [], left: said.left })
  return { said, took }
}

/** Starts it for development as `init` says, and signs in as Ada through the emulator. */
async function signedIn(
  folder: string,
  app: Application,
  said: { start: string; address: string },
) {
  const port = String(await freePort())
  const from = performance.now()
  const command = [...said.start.split(' '), ...(app.port?.(port) ?? [])]
  const program = start(command, { cwd: folder, env: environment({ ...quiet, PORT: port }) })
  onTestFinished(() => program.stop())
  const { pathname } = new URL(said.address)
  const url = `http://127.0.0.1:${port}`
  const page = async () => fetch(url + pathname).then((answer) => answer.text(), String)
  await expect.poll(page, { timeout: 180_000, message: program.said() }).toMatch(/Sign in/)
  const cli = [...portico, 'sign-in', '--as', 'ada', '--url', url, '--json']
  const { session, cookie } = answerIn(await type(folder, cli))
  const took = performance.now() - from
  const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } })
  // The server is stopped when it has sent all of it.
  const served = (await answer.json())?.user?.name
  await program.stop()
  return { claimed: session.user.name, served, took }
}

test.each(Object.entries(applications))(
  '%s: init, its own type check, and Ada signs in',
  async (name, app) => {
    const made = await generated(name, app)
    if (!made) {
      record(name, { origin: 'its generator found no network', result: 'not tried' })
      return expect(app.files).toBeUndefined()
    }
    const { folder, origin } = made
    let step = 'init'
    let left: unknown[] = []
    let version = ''
    let seconds: number | undefined
    try {
      const { said, took } = await initialised(folder, app)
      left = said.left
      const manifest = join(folder, 'node_modules', app.framework, 'package.json')
      version = `${app.framework} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`
      step = 'type check'
      if (app.check && !app.checkedAfterStart) await type(folder, app.check)
      step = 'sign-in'
      const signIn = await signedIn(folder, app, said)
      expect(signIn).toMatchObject({
        claimed: expect.stringContaining('Ada'),
        served: expect.stringContaining('Ada'),
      })
      seconds = Math.ceil((took + signIn.took) / 1000)
      expect(left).toHaveLength(app.left ?? 0)
      step = 'type check'
      if (app.check && app.checkedAfterStart) await type(folder, app.check)
      step = ''
    } catch (error) {
      console.error(`${name}: ${step}:`, error)
      throw error
    } finally {
      const result = step ? `fails at ${step}` : `${app.check ? 'types check, ' : ''}Ada signs in`
      record(name, { origin, version, result, seconds, left: left.length })
      rmSync(folder, { recursive: true, force: true })
    }
    // It generates, installs, checks and starts an application.
  },
  900_000,
)

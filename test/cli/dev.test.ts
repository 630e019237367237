import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import type { Auth } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { strong } from '../attacks/mistakes.ts'
import { develop } from '../development/application.ts'
import { portico } from './typed.ts'

const program = join(import.meta.dirname, '../../src/cli/main.ts')
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

function typed(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { NODE_ENV, ...own } = process.env
  return spawnSync(process.execPath, [program, ...args], {
    env: { ...own, ...env },
    encoding: 'utf8',
  })
}

const sayMode = ['dev', '--', 'node', '-e', 'console.log(process.env.NODE_ENV); process.exit(7)']

test('dev starts a program for development, and ends as it ends', () => {
  const { stdout, status } = typed({}, ...sayMode)
  expect(stdout).toBe('development\n')
  expect(status).toBe(7)
})

test('dev exits with 1 in production, and says why', () => {
  const { stdout, stderr, status } = typed({ NODE_ENV: 'production' }, ...sayMode)
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toContain('NODE_ENV is production')
})

test('dev names a program that is not there, and asks for one', () => {
  expect(typed({}, 'dev', '--', 'no-such-program').stderr).toContain('no-such-program')
  expect(typed({}, 'dev').status).toBe(2)
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('dev passes on that it was told to stop by %s', async (signal, code) => {
  const child = spawn(
    process.execPath,
    [program, 'dev', '--', 'node', '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'],
    { cwd: mkdtempSync(join(tmpdir(), 'hdev-')) },
  )
  running.push(child)
  const own = await new Promise<string>((resolve) => child.stdout.once('data', resolve))
  child.kill(signal)
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(code)
  expect(() => process.kill(Number(own), 0)).toThrow('ESRCH')
})

// Elsewhere, the program that makes a terminal is called otherwise.
test.runIf(process.platform === 'linux')(
  'one Ctrl+C is one for the program, which may tidy up before it ends',
  async () => {
    const server = `
      let interrupts = 0
      process.on('SIGINT', () => {
        if (++interrupts === 1) setTimeout(() => {
          console.log('tidied up after', String(interrupts))
          process.exit()
        }, 300)
      })
      setInterval(() => {}, 1000)
      console.log('ready')`
    const words = [process.execPath, program, 'dev', '--', 'node', '-e', server]
    // exec: some shells, told by the same Ctrl+C, would wait and then end as interrupted themselves.
    const line = `exec ${words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ')}`
    const terminal = spawn('script', ['--quiet', '--return', '--flush', '-c', line, '/dev/null'])
    running.push(terminal)
    let said = ''
    terminal.stdout.on('data', (part) => {
      said += part
      if (String(part).includes('ready')) terminal.stdin.write('\u0003')
    })
    const code = await new Promise((resolve) => terminal.once('exit', resolve))
    expect(said).toContain('tidied up after 1')
    expect(code).toBe(0)
  },
)

async function serving(auth: Pick<ReturnType<typeof Auth>, 'handler'>) {
  const server = createServer(toNode(auth as ReturnType<typeof Auth>)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test('sign-in goes through the emulator and prints a cookie that is somebody', async () => {
  const { auth } = develop({ providers: [TikTok] })
  const { url, close } = await serving(auth)
  const { out } = await portico(['sign-in', '--as', 'ada', '--url', url, '--json'])
  const { cookie, session } = JSON.parse(out)
  expect(session.user.name).toMatch(/^Ada/)
  const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ user: { name: session.user.name } })
  const nobody = await portico(['sign-in', '--as', 'nobody', '--url', url])
  expect(nobody).toMatchObject({ code: 1, error: expect.stringContaining('ada') })
  close()
})

test('sign-in is impossible where a platform is real, and where nothing runs', async () => {
  const keys = { clientId: 'mine', clientSecret: 'my-secret' }
  const { auth } = develop({ providers: [GitHub(keys)], secret: strong })
  const { url, close } = await serving(auth)
  const real = await portico(['sign-in', '--url', url])
  expect(real).toMatchObject({ code: 1, out: '', error: expect.stringContaining('github.com') })
  close()
  const closed = await serving(auth)
  closed.close()
  const nothing = await portico(['sign-in', '--url', closed.url, '--provider', 'tiktok'])
  expect(nothing.error).toContain('Nothing listens at')
})

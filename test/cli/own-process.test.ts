import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { newFolder } from './folder.ts'
import { portico } from './typed.ts'

// The file that calls Auth() is run by the commands, and may do to their process what it likes.

const repository = join(import.meta.dirname, '../..')
const main = join(repository, 'src/cli/main.ts')

const configuration = `import { Auth } from '${repository}/src/index.ts'
import TikTok from '${repository}/src/providers/tiktok.ts'

export const auth = Auth({ providers: [TikTok], database: 'file:./auth.db' })
`

const env = {
  ...bareEnv,
  AUTH_SECRET: 'q9Zr2VYl0mX4tB7wKcE1uHnSjD5gFa8PoIi3RvTzLxM',
  AUTH_URL: 'https://shop.example',
  AUTH_TIKTOK_ID: 'awk9s2k3l4',
  AUTH_TIKTOK_SECRET: 'Zq8vT2mXw9Rk4LpB7cYdN1sH6gJ3fA5e',
}

async function run(folder: string, ...typed: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...typed], {
    cwd: folder,
    env,
  })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { out, error, code }
}

afterEach(() => void vi.useRealTimers())

const givesUp = newFolder({ 'auth.ts': 'process.exit(0)', 'people.csv': 'id\n1\n' })

test.each([
  ['doctor'],
  ['migrate'],
  ['users'],
  ['audit'],
  ['reseal'],
  ['keys'],
  ['import', 'csv', 'people.csv'],
])('%s says that auth.ts ends the process, and fails', async (...typed) => {
  const { code, out, error } = await run(givesUp, ...typed)
  expect([code, out]).toEqual([1, ''])
  expect(error).toContain('auth.ts cannot be run outside its framework: it calls process.exit(0)\n')
})

test('migrate does its work for the database in a variable, though auth.ts ends the process', async () => {
  const folder = newFolder({
    'auth.ts': 'if (!process.env.STRIPE_KEY) process.exit(1)',
    '.env': 'DATABASE_URL=file:./kept.db\n',
  })
  const { code, out } = await run(folder, 'migrate')
  expect([code, out]).toEqual([0, expect.stringContaining('(from DATABASE_URL in .env).\n')])
})

test('sign-in gets by without an auth.ts that ends the process', async () => {
  const { code, error } = await run(givesUp, 'sign-in', '--url', 'http://localhost:9999')
  expect([code, error]).toEqual([1, expect.stringContaining('Nothing listens at ')])
})

const waits = 'await new Promise((resolve) => setTimeout(resolve, 30_000))'

test.each([
  ['ends the process later', `setTimeout(() => process.exit(0), 1)\n${waits}`, 'process.exit(0)'],
  ['throws later', `setTimeout(() => { throw new Error('late') }, 1)\n${waits}`, 'late'],
  ['leaves a rejection', `Promise.reject('no database')\n${waits}`, 'no database'],
  ['leaves two rejections', `Promise.reject('one')\nPromise.reject('two')\n${waits}`, 'one'],
])('an auth.ts that %s is one line, and no stack', async (_, written, why) => {
  const { code, out, error } = await run(newFolder({ 'auth.ts': written }), 'doctor')
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/^The application failed in the background: [^\n]+\n$/)
  expect(error).toContain(why)
})

test('an auth.ts that the library refuses is no question of its framework', async () => {
  const written = `import { sql } from '${repository}/src/storage/sql.ts'\nsql('')\n`
  const { code, error } = await run(newFolder({ 'auth.ts': written }), 'doctor')
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(/^auth\.ts: The address of the database is empty: .+\nWrite `file:.+\n$/),
  ])
})

test('an auth.ts that sets the exit code and waits for ever is named to programs too', async () => {
  const folder = newFolder({ 'auth.ts': 'process.exitCode = 0\nawait new Promise(() => {})' })
  const { code, out, error } = await run(folder, 'doctor', '--json')
  expect([code, error]).toEqual([1, ''])
  expect(JSON.parse(out).error).toContain('never finished loading')
})

test('an auth.ts that waits while something else goes on is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = newFolder({ 'auth.ts': 'await new Promise((go) => { globalThis.goOn = go })' })
  const said = portico(['doctor'], { folder })
  await vi.waitUntil(() => vi.getTimerCount() > 0 && 'goOn' in globalThis)
  await vi.advanceTimersByTimeAsync(61_000)
  const { code, error } = await said
  expect([code, error]).toEqual([1, expect.stringContaining('has not finished loading')])
})

test.each([['doctor'], ['migrate'], ['users'], ['audit']])(
  'lines that auth.ts prints are no part of the answer of %s',
  async (name) => {
    const folder = newFolder({ 'auth.ts': `console.log('[dotenv] 3 variables')\n${configuration}` })
    await run(folder, 'migrate')
    const { code, out, error } = await run(folder, name, '--json')
    expect(code, out + error).toBe(0)
    expect(JSON.parse(out)).toBeTypeOf('object')
    expect(error).toContain('[dotenv] 3 variables')
  },
)

test('keys ends, though the application goes on', async () => {
  const parts = `import { Jwt } from '${repository}/src/parts/jwt.ts'\nsetInterval(() => {}, 1000)\n`
  const written = configuration.replace(
    '[TikTok],',
    '[TikTok], parts: [Jwt({ audience: "https://api.example" })],',
  )
  const folder = newFolder({ 'auth.ts': parts + written })
  await run(folder, 'migrate')
  const { code, out, error } = await run(folder, 'keys')
  expect(code, error).toBe(0)
  expect(out).toContain('signs ')
})

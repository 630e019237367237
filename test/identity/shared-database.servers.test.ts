import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, emulator, type Listening } from '../../src/emulator/index.ts'
import { sql } from '../../src/storage/sql.ts'
import { secret } from '../setup.ts'

let folder: string
let world: Emulator
let practice: Listening

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-servers-'))
  world = await emulator()
  practice = await world.listen()
})

afterAll(async () => {
  await practice.close()
  await rm(folder, { recursive: true })
})

/** Starts a task in a process of its own. */
function start(task: string, database: string, shift: number, argument: string) {
  const script = join(import.meta.dirname, 'server.ts')
  const options = [task, database, practice.url, String(shift), argument]
  return spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Runs a task in a process of its own and returns what it printed. */
function server(
  task: string,
  database: string,
  shift: number,
  argument: string,
): Promise<string[]> {
  const child = start(task, database, shift, argument)
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve(JSON.parse(output)))
  })
}

test('a hundred first sign-ins of one person, on four servers at once, make one user', async () => {
  const database = `file:${join(folder, 'crowd.db')}`
  const crowd = await Promise.all(
    Array.from({ length: 4 }, () => server('sign in', database, 0, '25')),
  )
  const users = crowd.flat()
  expect(users).toHaveLength(100)
  expect(new Set(users).size).toBe(1)
  expect(users[0]).not.toBe('nobody')
  const storage = sql(database)
  storage.configure({ secrets: [secret], now: Date.now })
  expect(await storage.listAccounts(users[0] ?? '')).toHaveLength(1)
  await storage.close()
})

test('two servers that share a database refresh a token once', async () => {
  const database = `file:${join(folder, 'tokens.db')}`
  const [user = ''] = await server('sign in', database, 0, '1')
  const day = 25 * 3_600_000
  world.clock.advance(day)
  world.received.clear()
  const answers = await Promise.all(
    [1, 2, 3].map(() => server('use the token', database, day, user)),
  )
  expect(new Set(answers.flat()).size).toBe(1)
  expect(world.received.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(1)
})

test('a server that is killed while it refreshes loses no token', async () => {
  const database = `file:${join(folder, 'refresh.db')}`
  const shift = world.clock.now() - Date.now()
  const [user = ''] = await server('sign in', database, shift, '1')
  const day = 25 * 3_600_000
  world.clock.advance(day)
  world.received.clear()
  world.next({ endpoint: 'token', answer: 'slow' })
  const child = start('use the token', database, shift + day, user)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const asked = () => world.received.filter(({ endpoint }) => endpoint === 'token')
  while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  child.kill('SIGKILL')
  await ended
  // Half a minute later, by the database's clock, the lease of the dead server is over.
  const answers = await server('use the token', database, shift + day, user)
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^act\./)
  expect(asked()).toHaveLength(2)
})

test('servers that are killed in the middle of sign-ins leave nothing half done', async () => {
  const file = join(folder, 'killed.db')
  for (const milliseconds of [400, 700, 1000, 1300, 1600]) {
    const child = start('sign in', `file:${file}`, 0, '40')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    child.kill('SIGKILL')
    await ended
  }
  const [user = ''] = await server('sign in', `file:${file}`, 0, '1')
  expect(user).not.toBe('nobody')
  const database = new DatabaseSync(file, { readOnly: true })
  const count = (query: string) => Object.values(database.prepare(query).get() ?? {})[0]
  expect(count('select count(*) from users')).toBe(1)
  expect(count('select count(*) from accounts')).toBe(1)
  const strays = 'where "userId" not in (select id from users)'
  expect(count(`select count(*) from accounts ${strays}`)).toBe(0)
  expect(count(`select count(*) from sessions ${strays}`)).toBe(0)
  database.close()
})

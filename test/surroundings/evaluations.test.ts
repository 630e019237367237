import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuthInstance } from '../../src/index.ts'
import { sqlite } from '../../src/storage/sqlite.ts'
import { temporaryFolder } from '../storage/servers.ts'

const file = join(temporaryFolder(), 'auth.db')
const secret = crypto.randomUUID() + crypto.randomUUID()
let evaluations = 0

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', secret)
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('DATABASE', `file:${file}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** The application once more, as after an edit. */
async function evaluate(): Promise<typeof import('./application.ts')> {
  evaluations++
  return import(/* @vite-ignore */ `./application.ts?${evaluations}`)
}

const origin = 'https://app.example'

function tryName(auth: AuthInstance, name: string): Promise<Response> {
  const address = `${origin}/api/auth/callback/credentials`
  const headers = { origin, accept: 'application/json' }
  const body = new URLSearchParams({ name })
  return auth.handler(new Request(address, { method: 'POST', headers, body }), {
    address: '192.0.2.1',
  })
}

async function signIn(auth: AuthInstance): Promise<Headers> {
  const cookies = (await tryName(auth, 'ada')).headers.getSetCookie()
  return new Headers({ cookie: cookies.map((line) => line.split(';')[0]).join('; ') })
}

function openFiles(): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return links.filter((link) => link.startsWith(file)).length
}

test('a person who signed in before an edit is signed in after it, also with people in memory', async () => {
  const before = await evaluate()
  const ada = await signIn(before.inMemory)
  const after = await evaluate()
  expect(after.storage).not.toBe(before.storage)
  expect(await after.inMemory.session(ada)).toMatchObject({ user: { name: 'Ada' } })
})

test('in production two memories are two', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const { inMemory } = await evaluate()
  const ada = await signIn(inMemory)
  expect(await inMemory.session(ada)).toMatchObject({ user: { name: 'Ada' } })
  expect(await (await evaluate()).inMemory.session(ada)).toBeNull()
})

test.each(['development', 'production'])(
  'in %s a database is opened once, however often auth.ts is evaluated',
  async (env) => {
    vi.stubEnv('NODE_ENV', env)
    const ada = await signIn((await evaluate()).inFile)
    const open = openFiles()
    expect(open).toBeGreaterThan(0)
    for (let edit = 0; edit < 5; edit++) {
      const { inFile } = await evaluate()
      expect(await inFile.session(ada)).toMatchObject({ user: { name: 'Ada' } })
    }
    expect(openFiles()).toBe(open)
  },
)

test('a connection that several share is closed with the last of them', async () => {
  const path = `${file}-shared`
  const [one, other] = [sqlite(`file:${path}`), sqlite(`file:${path}`)]
  await one.createUser({ id: '1', name: 'Ada', email: null, emailVerified: null })
  await one.close()
  await one.close()
  expect(await other.getUser('1')).toMatchObject({ name: 'Ada' })
  await other.close()
  const again = sqlite(`file:${path}`)
  expect(await again.getUser('1')).toMatchObject({ name: 'Ada' })
  await again.close()
})

test('wrong tries are counted on after an edit', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    const { inMemory } = await evaluate()
    statuses.push((await tryName(inMemory, 'mallory')).status)
  }
  expect(statuses.at(0)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
})

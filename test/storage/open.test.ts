import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { loadInstalled } from '../../src/services/installed-package.ts'
import { checkAtStart } from '../../src/services/start-check.ts'
import { mysql as toMysql } from '../../src/storage/mysql.ts'
import { open } from '../../src/storage/open.ts'
import { open as openElsewhere } from '../../src/storage/open-without-node.ts'
import { postgres as toPostgres } from '../../src/storage/postgres.ts'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { loadDriver } from '../../src/stores/driver.ts'
import { translate } from '../../src/stores/sql/database-errors.ts'
import { postgres } from '../../src/stores/sql/postgres.ts'
import { newAccount, newUser } from './people.ts'
import { temporaryFolder } from './servers.ts'

test('a database is opened at its first use, with what the engine told it before or after', async () => {
  const storage = open(`file:${join(temporaryFolder(), 'auth.db')}`)
  const settings = { secrets: ['a secret that is long enough to be one'], now: Date.now }
  storage.configure(settings)
  const user = await storage.createUser(newUser())
  await storage.linkAccount({ ...newAccount(user.id), access_token: 'act.example' })
  storage.configure({
    ...settings,
    secrets: ['another secret that is long enough', ...settings.secrets],
  })
  expect(await storage.listAccounts(user.id)).toMatchObject([{ access_token: 'act.example' }])
  await storage.close()
})

test('a storage that was never used has nothing to close', async () => {
  await expect(open('postgres://127.0.0.1:1/none').close()).resolves.toBeUndefined()
})

test.each(['postgres', 'mysql'])('a %s server that says nothing is named as that', async (kind) => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const storage = sql(`${kind}://somebody@127.0.0.1:${port}/none`, { timeout: 50 })
  await expect(storage.getUser('1')).rejects.toMatchObject({
    code: 'StorageError',
    message: expect.stringContaining('did not answer'),
  })
  // The driver may still be waiting for the server's first word; what never opened is closed without a word.
  await expect(storage.close()).resolves.toBeUndefined()
  silent.close()
})

test('a driver that is not installed is named, with the command that installs it', async () => {
  const name = 'a-driver-that-nobody-has'
  await expect(loadDriver({ name, load: () => import(name) })).rejects.toMatchObject({
    code: 'Configuration',
    hint: `npm i ${name}`,
  })
})

test('a driver that only the application has is found from the folder where it was started', async () => {
  const here = process.cwd()
  const folder = temporaryFolder()
  const place = join(folder, 'node_modules/a-driver-of-the-application')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'index.js'), 'module.exports = { found: true }')
  process.chdir(folder)
  try {
    const found = await loadInstalled('a-driver-of-the-application')
    expect(found).toMatchObject({ default: { found: true } })
    await expect(loadInstalled('a-driver-that-nobody-has')).rejects.toThrow()
  } finally {
    process.chdir(here)
  }
})

test('passes on what a driver says about a failure, without the values', () => {
  const said = { code: '23505', constraint: 'users_email_key', detail: '(email)=(ada@a.test)' }
  const { code, cause } = translate(postgres, Object.assign(new Error('ada@a.test'), said))
  expect(code).toBe('StorageConflict')
  expect(cause).toMatchObject({ code: '23505', constraint: 'users_email_key' })
  expect(inspect(cause)).not.toContain('ada@a.test')
})

test('a database by address is refused with a way out where no driver runs', () => {
  expect(() => openElsewhere('file:./auth.db')).toThrow(
    expect.objectContaining({ code: 'Configuration', field: 'database' }),
  )
})

// A variable that is not set, in code that nobody compiled.
const absent = undefined as unknown as string

test('sql() of a variable that is not set says so', () => {
  expect(() => sql(absent)).toThrow('address of the database is empty: its variable may not be set')
})

const doors = { postgres: toPostgres, mysql: toMysql, redis }

test.each(
  Object.entries(doors).flatMap(([name, make]) =>
    [absent, ''].map((given) => ({ name, make, given })),
  ),
)(
  '$name($given) says at the start that its variable may not be set, and asks no server',
  async ({ make, given }) => {
    await expect(checkAtStart(make(given))).rejects.toThrow('The address of the database is empty')
  },
)

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDriver } from '../../src/storage/driver.ts'
import { open } from '../../src/storage/open.ts'
import { open as openElsewhere } from '../../src/storage/open-elsewhere.ts'
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

test('a driver that is not installed is named, with the command that installs it', async () => {
  const name = 'a-driver-that-nobody-has'
  await expect(loadDriver(name, () => import(name))).rejects.toMatchObject({
    code: 'Configuration',
    hint: `npm i ${name}`,
  })
})

test('where no driver runs, a database by address is refused with a way out', () => {
  expect(() => openElsewhere('file:./auth.db')).toThrow(
    expect.objectContaining({ code: 'Configuration', field: 'database' }),
  )
})

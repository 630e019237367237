import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type SqlOptions, sql } from '../../src/storage/sql.ts'
import { newAccount, newUser } from './people.ts'
import { temporaryFolder } from './servers.ts'

const oldSecret = 'the old secret, long enough to be one'
const newSecret = 'the new secret, long enough to be one'
const tokens = {
  access_token: 'act.visible',
  refresh_token: 'rft.visible',
  id_token: 'idt.visible',
  accountName: 'visible@platform.example',
}

async function setup() {
  const path = join(temporaryFolder(), 'auth.db')
  const open = (options: SqlOptions) => sql(`file:${path}`, options)
  const storage = open({ secrets: [oldSecret] })
  const user = await storage.createUser(newUser())
  const account = { ...newAccount(user.id), ...tokens, open_id: 'visible' }
  await storage.linkAccount(account)
  const { provider, providerAccountId } = account
  const file = new DatabaseSync(path)
  return {
    open,
    file,
    storage,
    user,
    account,
    key: { provider, providerAccountId },
    rows: () => JSON.stringify(file.prepare('select * from accounts').all()),
  }
}

test('the table holds sealed tokens and names, and none that can be read', async () => {
  const { storage, rows, account, user } = await setup()
  expect(rows()).not.toContain('visible')
  expect(rows()).toContain(account.providerAccountId)
  expect(await storage.listAccounts(user.id)).toEqual([account])
  await storage.close()
})

test('secrets rotate: the new one seals, the old one still opens', async () => {
  const { open, storage, user, key, account } = await setup()
  await storage.close()
  const both = open({ secrets: [newSecret, oldSecret] })
  expect(await both.listAccounts(user.id)).toEqual([account])
  await both.updateAccount({ ...key, access_token: 'act.new' })
  await both.close()
  const warnings: string[] = []
  const onlyNew = open({})
  onlyNew.configure({ secrets: [newSecret], now: Date.now, warn: (text) => warnings.push(text) })
  const [found] = await onlyNew.listAccounts(user.id)
  expect(found?.access_token).toBe('act.new')
  expect(found?.refresh_token).toBeUndefined()
  expect(warnings.join()).toContain('refresh_token')
  await onlyNew.close()
})

test('two applications that share a storage do not shut each other out', async () => {
  const { open, storage, user, account } = await setup()
  await storage.close()
  const shared = open({})
  for (const secret of [oldSecret, newSecret]) {
    shared.configure({ secrets: [secret], now: Date.now, warn() {} })
  }
  expect(await shared.listAccounts(user.id)).toEqual([account])
  await shared.close()
})

test('a sealed token that was moved to another account or field does not open', async () => {
  const { storage, file, user, key } = await setup()
  const other = newAccount(user.id)
  await storage.linkAccount(other)
  file
    .prepare(
      `update accounts set access_token = (select access_token from accounts where providerAccountId = ?)
       where providerAccountId = ?`,
    )
    .run(key.providerAccountId, other.providerAccountId)
  file
    .prepare('update accounts set access_token = refresh_token where providerAccountId = ?')
    .run(key.providerAccountId)
  for (const id of [other.providerAccountId, key.providerAccountId]) {
    expect((await storage.getAccount(id, key.provider))?.access_token).toBeUndefined()
  }
  await storage.close()
})

test('tokens that Auth.js wrote are read as they are and sealed at the next write', async () => {
  const { storage, file, key, rows } = await setup()
  // A platform's token may itself look like something sealed.
  const foreign = 'eyJhbGciOiJkaXIifQ..aXY.dGV4dA.dGFn'
  file.prepare('update accounts set access_token = ?').run(foreign)
  const before = await storage.getAccount(key.providerAccountId, key.provider)
  expect(before?.access_token).toBe(foreign)
  await storage.updateAccount({ ...key, access_token: foreign })
  expect(rows()).not.toContain(foreign)
  const after = await storage.getAccount(key.providerAccountId, key.provider)
  expect(after?.access_token).toBe(foreign)
  await storage.close()
})

test('without a secret nothing is written in the clear by accident', async () => {
  const { open, storage, user, rows } = await setup()
  await storage.close()
  const bare = open({})
  const linked = bare.linkAccount({ ...newAccount(user.id), access_token: 'in the clear' })
  await expect(linked).rejects.toMatchObject({ code: 'Configuration', field: 'secrets' })
  expect(rows()).not.toContain('in the clear')
  await bare.close()
  const open2 = open({ encryptTokens: false })
  await open2.linkAccount({ ...newAccount(user.id), access_token: 'in the clear' })
  expect(rows()).toContain('in the clear')
  await open2.close()
})

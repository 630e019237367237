import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { storageContract } from '../contracts/storage.ts'
import { newAccount, newUser, present } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('Redis')

describe.skipIf(!start)('on a Redis server', () => {
  let server: Server | undefined
  const address = () => server?.address ?? ''
  beforeAll(async () => {
    server = await start?.()
  }, 60_000)
  afterAll(() => server?.stop())

  function clock() {
    let ahead = 0
    return {
      now: () => Date.now() + ahead,
      advance: (by: number) => {
        ahead += by
      },
    }
  }

  storageContract('Redis alone', async () => {
    const { now, advance } = clock()
    const storage = redis(address(), { prefix: 'alone:', secrets, now })
    return { storage, advance, close: async () => storage.close?.() }
  })

  storageContract('Redis in front of SQLite', async () => {
    const { now, advance } = clock()
    const inFrontOf = sql(':memory:', { secrets, now })
    const storage = redis(address(), { prefix: 'front:', inFrontOf, now })
    return { storage, advance, close: async () => storage.close?.() }
  })

  test('a client of the application is used and not closed', async () => {
    const client = await createClient({ url: address() }).connect()
    const storage = present(redis(client, { prefix: 'mine:' }))
    const user = newUser()
    await storage.createUser(user)
    await storage.close()
    expect(await client.keys('mine:user:*')).toHaveLength(1)
    await client.close()
  })

  test('tokens of accounts cannot be read in Redis', async () => {
    const storage = present(redis(address(), { prefix: 'sealed:', secrets }))
    const user = newUser()
    await storage.createUser(user)
    await storage.linkAccount({ ...newAccount(user.id), access_token: 'act.visible' })
    const client = await createClient({ url: address() }).connect()
    const keys = await client.keys('sealed:*')
    const values = await Promise.all(keys.map((key) => client.get(key)))
    expect(values.join()).not.toContain('act.visible')
    expect((await storage.listAccounts(user.id))[0]?.access_token).toBe('act.visible')
    await client.close()
    await storage.close()
  })

  test('a server that forgot the scripts is told them again', async () => {
    const storage = present(redis(address(), { prefix: 'scripts:' }))
    expect(await storage.hit('key', 60)).toBe(1)
    const client = await createClient({ url: address() }).connect()
    await client.sendCommand(['SCRIPT', 'FLUSH'])
    expect(await storage.hit('key', 60)).toBe(2)
    await client.close()
    await storage.close()
  })
})

test('a server that does not answer is an error that says so', async () => {
  const storage = present(redis('redis://127.0.0.1:1', { timeout: 200 }))
  await expect(storage.getUser('1')).rejects.toMatchObject({ code: 'StorageError' })
  await storage.close()
})

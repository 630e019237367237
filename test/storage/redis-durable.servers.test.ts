import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { newItem, newUser, present } from './people.ts'
import { type Server, serverOf, startRedis } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

describe.skipIf(!serverOf('Redis'))('on a Redis server', () => {
  let server: Server | undefined
  const address = () => server?.address ?? ''
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.stop())
  const ask = async (...command: string[]) => {
    const client = await createClient({ url: address() }).connect()
    try {
      return await client.sendCommand(command)
    } finally {
      await client.close()
    }
  }

  test.each(['allkeys-lru', 'volatile-ttl'])(
    'alone, refuses to work with %s until that is put right',
    async (policy) => {
      await ask('CONFIG', 'SET', 'maxmemory-policy', policy)
      const storage = present(redis(address(), { prefix: `${policy}:`, secrets }))
      const create = async () => storage.createUser(newUser())
      await expect(create()).rejects.toMatchObject({
        code: 'Configuration',
        message: expect.stringContaining(policy),
        hint: expect.stringContaining('inFrontOf'),
      })
      const inFrontOf = sql(':memory:', { secrets })
      const front = present(redis(address(), { prefix: 'front:', inFrontOf }))
      await front.createUser(newUser())
      expect(await front.claim(policy, new Date('2040-01-01'))).toBe(true)
      await ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
      const user = await storage.createUser(newUser())
      expect(await storage.getUser(user.id)).toMatchObject({ id: user.id })
      for (const one of [storage, front]) await one.close()
    },
  )

  test('alone, tells once that the server writes nothing to disk', async () => {
    const told: string[] = []
    const open = (prefix: string) => {
      const storage = present(redis(address(), { prefix, secrets }))
      storage.configure({ secrets, now: Date.now, lost: (message) => told.push(message) })
      return storage
    }
    const storage = open('memory:')
    for (let count = 0; count < 3; count++) await storage.createUser(newUser())
    expect(told).toEqual([expect.stringContaining('appendonly yes')])
    await ask('CONFIG', 'SET', 'save', '3600 1')
    const saved = open('saved:')
    await saved.createUser(newUser())
    await ask('CONFIG', 'SET', 'save', '')
    await ask('CONFIG', 'SET', 'appendonly', 'yes')
    const logged = open('logged:')
    await logged.createUser(newUser())
    await ask('CONFIG', 'SET', 'appendonly', 'no')
    expect(told).toHaveLength(1)
    for (const one of [storage, saved, logged]) await one.close()
  })

  test('works where the server does not tell its settings', async () => {
    const rights = ['on', '>word', '~*', '+@all', '-info', '-config']
    await ask('ACL', 'SETUSER', 'guest', ...rights)
    const storage = present(redis(address().replace('//', '//guest:word@'), { secrets }))
    const user = await storage.createUser(newUser())
    expect(await storage.getUser(user.id)).toMatchObject({ id: user.id })
    await storage.close()
  })

  test('keeps items in front of a database in the database', async () => {
    const inFrontOf = sql(':memory:', { secrets })
    const storage = present(redis(address(), { prefix: 'behind:', inFrontOf }))
    const user = await storage.createUser(newUser())
    const item = newItem({ userId: user.id })
    await storage.putItem(item)
    expect(await inFrontOf.getItem(item)).toEqual(item)
    const other = newItem()
    await storage.transaction(async (inside) => inside.putItem?.(other))
    expect(await inFrontOf.getItem(other)).toEqual(other)
    expect(await ask('KEYS', 'behind:item*')).toEqual([])
    await storage.close()
  })

  test('takes items that have expired out of both indexes', async () => {
    const prefix = 'expired:'
    const storage = present(redis(address(), { prefix, secrets }))
    const user = await storage.createUser(newUser())
    const items = [newItem({ userId: user.id }), newItem({ userId: user.id })]
    for (const item of items) await storage.putItem(item)
    const [gone] = items
    await ask('DEL', `${prefix}item:{recovery%20code:${gone?.lookup}}`)
    expect(await ask('ZCARD', `${prefix}item-index`)).toBe(2)
    expect(await storage.listItems({ kind: 'recovery code' })).toMatchObject({
      items: [items[1]],
      next: null,
    })
    expect(await storage.sweep()).toBe(2)
    expect(await ask('ZCARD', `${prefix}item-index`)).toBe(1)
    expect(await ask('ZCARD', `${prefix}items-of:{${user.id}}`)).toBe(1)
    await storage.deleteUser(user.id)
    expect(await ask('KEYS', `${prefix}item*`)).toEqual([])
    await storage.close()
  })

  test('pages through a list whose index names more than there is', async () => {
    const storage = present(redis(address(), { prefix: 'stale:', secrets }))
    const lookups = Array.from({ length: 12 }, (_, place) => String(100 + place))
    for (const lookup of lookups) await storage.putItem(newItem({ kind: 'k', lookup }))
    for (const lookup of lookups.slice(1, 9)) await ask('DEL', `stale:item:{k:${lookup}}`)
    const first = await storage.listItems({ kind: 'k' }, { limit: 2 })
    expect(first.items.map(({ lookup }) => lookup)).toEqual(['100', '109'])
    const second = await storage.listItems({ kind: 'k' }, { limit: 2, after: first.next })
    expect(second.items.map(({ lookup }) => lookup)).toEqual(['110', '111'])
    expect(second.next).toBeNull()
    await storage.close()
  })

  test('names keys so that a cluster can spread items and users', async () => {
    const written = async (prefix: string) => {
      const storage = present(redis(address(), { prefix, secrets }))
      for (let count = 0; count < 4; count++) {
        const user = await storage.createUser(newUser())
        await storage.putItem(newItem({ userId: user.id }))
      }
      await storage.close()
      const keys = (await ask('KEYS', `${prefix}item*:*`)) as unknown as string[]
      // Each item, and of its user the index and the counter, which belong together.
      expect(keys).toHaveLength(12)
      // What a cluster hashes: the text in the first braces.
      return new Set(keys.map((key) => /\{([^}]+)\}/.exec(key)?.[1]))
    }
    expect((await written('{spread}:')).size).toBe(1)
    expect((await written('spread:')).size).toBe(8)
  })
})

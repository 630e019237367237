import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Keys } from '../../src/stores/redis/keys.ts'
import { sessions } from '../../src/stores/redis/sessions.ts'
import { tornReadContract } from '../contracts/torn-reads.ts'
import { newAccount, newSession, newUser, present, unique } from './people.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('Redis')

describe.skipIf(!start)('on a Redis server', () => {
  let server: Server | undefined
  const address = () => server?.address ?? ''
  beforeAll(async () => {
    server = await start?.()
  })
  afterAll(() => server?.stop())

  test('a cluster without braces in the prefix, which would scatter the keys, is refused', async () => {
    const { client, stop } = await startRedisCluster()
    expect(() => redis(client)).toThrow(
      expect.objectContaining({ code: 'Configuration', field: 'prefix' }),
    )
    await stop()
  })

  tornReadContract(async () => {
    const prefix = `${unique()}:`
    return [
      present(redis(address(), { prefix, secrets })),
      present(redis(address(), { prefix, secrets })),
    ]
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

  describe('with what was stored before there was an index of users', () => {
    /** The keys and values that `redis()` wrote on 2026-11-15. */
    const users = {
      'user:no%3Aor': '{"id":"no:or","name":"Noor","email":null,"emailVerified":null}',
      'user:ada':
        '{"id":"ada","name":"Ada Lovelace","email":"ada@people.test","emailVerified":{"$date":0}}',
      'user:zoe':
        '{"id":"zoe","name":null,"email":"zoe@people.test","emailVerified":null,"role":"editor"}',
      'email:ada%40people.test': '"ada"',
      'email:zoe%40people.test': '"zoe"',
    }
    const line = (at: number) => `{"event":"signIn","userId":"ada","at":{"$date":${at}}}`

    async function earlier() {
      const prefix = `${unique()}*:`
      const client = await createClient({ url: address() }).connect()
      for (const [key, value] of Object.entries(users)) await client.set(prefix + key, value)
      for (const at of [1, 2, 2, 2, 3]) await client.lPush(`${prefix}audit:ada`, line(at))
      // Another application's.
      await client.set(`${prefix.replace('*', 'x')}user:eve`, '{"id":"eve"}')
      const open = () => present(redis(address(), { prefix, secrets }))
      return { client, prefix, open }
    }
    const idsOf = async (storage: ReturnType<typeof present>, query?: string) =>
      (await storage.listUsers({ query })).users.map(({ id }) => id).toSorted()

    test('everybody is listed, and found by name and address', async () => {
      const { client, open } = await earlier()
      const storage = open()
      await storage.createUser(newUser({ id: 'bob', name: 'Bob', email: null }))
      expect(await idsOf(storage)).toEqual(['ada', 'bob', 'no:or', 'zoe'])
      expect(await idsOf(storage, 'ADA@')).toEqual(['ada'])
      expect(await idsOf(storage, 'noo')).toEqual(['no:or'])
      expect(await idsOf(storage, 'ada l')).toEqual(['ada'])
      await storage.updateUser({ id: 'no:or', name: 'Nour' })
      await storage.deleteUser('zoe')
      expect(await idsOf(storage, 'noor')).toEqual([])
      expect(await idsOf(storage, 'nour')).toEqual(['no:or'])
      expect(await idsOf(open())).toEqual(['ada', 'bob', 'no:or'])
      await storage.close()
      await client.close()
    })

    test('servers that begin to list at once, while users change, find everybody', async () => {
      const { client, prefix, open } = await earlier()
      const ids = Array.from({ length: 500 }, (_, number) => `u${number}`)
      for (const id of ids)
        await client.set(`${prefix}user:${id}`, JSON.stringify({ id, name: `Old ${id}` }))
      const storages = [open(), open(), open()]
      const [one] = storages
      await Promise.all([
        ...storages.map((storage) => storage.listUsers({})),
        ...ids.slice(0, 50).map((id) => one?.updateUser({ id, name: `New ${id}` })),
        ...ids.slice(450).map((id) => one?.deleteUser(id)),
      ])
      for (const storage of storages) {
        const named = async (query: string) =>
          (await storage.listUsers({ query }, { limit: 1000 })).users.length
        expect([await named('old'), await named('new')]).toEqual([400, 50])
        expect((await storage.listUsers({}, { limit: 1000 })).users).toHaveLength(453)
        await storage.close()
      }
      await client.close()
    })

    test('the lines about a user are listed page by page', async () => {
      const { client, open } = await earlier()
      const storage = open()
      await storage.audit({ event: 'signOut', userId: 'ada', at: new Date(4) })
      const seen: number[] = []
      let after: string | null = null
      do {
        const page = await storage.findAudit({ user: 'ada' }, { after, limit: 2 })
        seen.push(...page.entries.map(({ at }) => at.getTime()))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual([4, 3, 2, 2, 2, 1])
      await storage.close()
      await client.close()
    })
  })

  test('tokens of accounts cannot be read in Redis', async () => {
    const storage = present(redis(address(), { prefix: 'sealed:', secrets }))
    const user = newUser()
    await storage.createUser(user)
    await storage.linkAccount({ ...newAccount(user.id), access_token: 'act.visible' })
    const client = await createClient({ url: address() }).connect()
    const keys = await client.keys('sealed:*')
    const texts = async (key: string) =>
      (await client.type(key)) === 'zset' ? client.zRange(key, 0, -1) : client.get(key)
    const values = await Promise.all(keys.map(texts))
    expect(values.length).toBeGreaterThan(3)
    expect(values.join()).not.toContain('act.visible')
    expect((await storage.listAccounts(user.id))[0]?.access_token).toBe('act.visible')
    await client.close()
    await storage.close()
  })

  test('a list of sessions ends with the last of them', async () => {
    const storage = present(redis(address(), { prefix: 'ends:' }))
    const user = await storage.createUser(newUser())
    const session = newSession(user.id)
    await storage.createSession(session)
    const client = await createClient({ url: address() }).connect()
    const end = async () => Number(await client.pExpireTime(`ends:sessions:${user.id}`))
    const first = await end()
    expect(first).toBeGreaterThan(session.expires.getTime())
    const expires = new Date(session.expires.getTime() + 1000)
    await storage.updateSession({ sessionToken: session.sessionToken, expires })
    expect(await end()).toBe(first + 1000)
    await storage.deleteSession(session.sessionToken)
    expect(await client.exists(`ends:sessions:${user.id}`)).toBe(0)
    await client.close()
    await storage.close()
  })

  test('a transaction in front of a database begins again if a session changes meanwhile', async () => {
    const inFrontOf = sql(':memory:', { secrets })
    const storage = present(redis(address(), { prefix: `${unique()}:`, inFrontOf }))
    const user = await storage.createUser(newUser())
    const [open, begun] = [newSession(user.id), newSession(user.id)]
    await storage.createSession(open)
    const expires = new Date(open.expires.getTime() + 1000)
    let runs = 0
    await storage.transaction(async (inside) => {
      runs += 1
      await inside.updateUser?.({ id: user.id, name: `run ${runs}` })
      await inside.createSession?.(begun)
      // Another server prolongs a session of the user.
      if (runs === 1) await storage.updateSession({ ...open, expires })
    })
    expect(runs).toBe(2)
    expect(await storage.getUser(user.id)).toMatchObject({ name: 'run 2' })
    const ends = (await storage.listSessions(user.id)).map((session) => session.expires)
    expect(ends).toHaveLength(2)
    expect(ends).toContainEqual(expires)
    const refused = storage.transaction(async (inside) => inside.createSession?.(open))
    await expect(refused).rejects.toMatchObject({ code: 'StorageConflict' })
    await storage.close()
  })

  test('lists that were written without an end are swept', async () => {
    const prefix = 'swept[*]:'
    const storage = present(redis(address(), { prefix }))
    const client = await createClient({ url: address() }).connect()
    const past = Date.parse('2020-01-01')
    const later = Date.parse('2040-01-01')
    await client.set(`${prefix}sessions:gone`, JSON.stringify({ a: past, b: past }))
    await client.set(`${prefix}sessions:here`, JSON.stringify({ a: past, b: later }))
    await client.set('sweptx:sessions:other', JSON.stringify({ a: past }))
    expect(await storage.sweep()).toBe(3)
    expect(await storage.sweep()).toBe(0)
    expect(await client.exists(`${prefix}sessions:gone`)).toBe(0)
    expect(JSON.parse((await client.get(`${prefix}sessions:here`)) ?? '')).toEqual({ b: later })
    expect(await client.pExpireTime(`${prefix}sessions:here`)).toBeGreaterThan(later)
    expect(await client.exists('sweptx:sessions:other')).toBe(1)
    await client.close()
    await storage.close()
  })

  test('items that Redis has forgotten leave the indexes of everybody and of their user', async () => {
    const storage = present(redis(address(), { prefix: 'index:' }))
    const user = await storage.createUser(newUser())
    const item = {
      ...{ kind: 'paper/code', userId: user.id, data: {}, sealed: null, version: 1 },
      ...{ createdAt: new Date(), lastUsedAt: null, expires: null },
    }
    for (const lookup of ['kept', 'gone'])
      await storage.putItem({ ...item, id: crypto.randomUUID(), lookup })
    const client = await createClient({ url: address() }).connect()
    await client.del('index:item:{paper%2Fcode:gone}')
    expect(await storage.sweep()).toBe(2)
    const index = `index:items-of:{${user.id}}`
    for (const key of ['index:item-index', index])
      expect(await client.zRange(key, 0, -1)).toEqual(['paper%2Fcode:kept'])
    await storage.deleteUser(user.id)
    expect(await client.exists([index, `index:item-changes:{${user.id}}`])).toBe(0)
    await client.close()
    await storage.close()
  })

  test('ending 8,000 sessions, which an older list may hold, costs no more than each of them', async () => {
    const storage = present(redis(address(), { prefix: 'many:' }))
    const user = await storage.createUser(newUser())
    const client = await createClient({ url: address() }).connect()
    const end = Date.parse('2040-01-01')
    const entries = Array.from({ length: 8000 }, (_, n) => `session:s${n}`)
    for (const key of entries) {
      const session = { sessionToken: key, userId: user.id, expires: { $date: end } }
      void client.set(`many:${key}`, JSON.stringify(session))
    }
    const list = JSON.stringify(Object.fromEntries(entries.map((key) => [key, end])))
    await client.set(`many:sessions:${user.id}`, list)
    expect(await storage.deleteSessions(user.id, 's7')).toBe(7999)
    expect(await storage.listSessions(user.id)).toHaveLength(1)
    await client.close()
    await storage.close()
  })

  test('lines of the audit log are kept as long as `retention` says', async () => {
    let now = Date.parse('2026-01-01')
    const storage = present(redis(address(), { prefix: 'audit:', retention: 30, now: () => now }))
    const line = (event: string) => storage.audit({ event, at: new Date(now), userId: 'u' })
    await line('old')
    now += 20 * 86_400_000
    await line('new')
    expect(await storage.sweep()).toBe(0)
    now += 11 * 86_400_000
    expect(await storage.listAudit('u')).toMatchObject([{ event: 'new' }])
    expect(await storage.sweep()).toBe(1)
    expect(await storage.listAudit('u')).toMatchObject([{ event: 'new' }])
    const client = await createClient({ url: address() }).connect()
    expect(await client.lLen('audit:audit:u')).toBe(1)
    expect(await client.pTTL('audit:audit:u')).toBeGreaterThan(0)
    await client.close()
    await storage.close()
  })

  test('a line of the audit log takes one command', async () => {
    const client = await createClient({ url: address() }).connect()
    let commands: string[] = []
    const counted = {
      sendCommand(words: string[]) {
        commands.push(words[0] ?? '')
        return client.sendCommand(words)
      },
    }
    const storage = present(redis(counted, { secrets, prefix: `${unique()}:` }))
    const line = { at: new Date(), event: 'signIn', userId: 'ada' }
    await storage.audit(line)
    commands = []
    await storage.audit(line)
    expect(commands).toEqual(['EVALSHA'])
    expect(await storage.listAudit('ada')).toEqual([line, line])
    expect((await storage.findAudit({})).entries).toEqual([line, line])
    await client.close()
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

test('ending the sessions of a user writes their list once, however many there are', async () => {
  const values = new Map<string, unknown>()
  let written = 0
  const keys: Keys = {
    get: async (key) => values.get(key),
    getNew: async (key) => values.get(key),
    getWithUser: async (key) => values.get(key),
    set(key, value) {
      if (key.startsWith('sessions:')) written += Object.keys(Object(value)).length
      values.set(key, value)
    },
    delete: (key) => void values.delete(key),
    mark() {},
    unmark() {},
    marked: async () => [],
    send() {},
  }
  const user = newUser()
  const storage = sessions(
    (work) => work(keys),
    { find: async () => user, readSession: async () => undefined },
    Date.now,
  )
  for (let n = 0; n < 150; n++) await storage.createSession(newSession(user.id))
  written = 0
  const kept = newSession(user.id)
  await storage.createSession(kept)
  const one = written
  expect(await storage.deleteSessions(user.id, kept.sessionToken)).toBe(150)
  expect(written - one).toBe(1)
})

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createClient, createSentinel } from 'redis'
import { describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { newUser, present } from './people.ts'
import { serverOf } from './servers.ts'
import { startRedis, startSentinel } from './start-servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('Redis')

/** An address that leads to one server and, once told so, leads new connections to another; open ones stay where they are. */
async function movingAddress(first: string) {
  let port = Number(new URL(first).port)
  const open = new Set<Socket>()
  const proxy = createServer((visitor) => {
    const server = connect(port, '127.0.0.1')
    visitor.pipe(server).pipe(visitor)
    for (const socket of [visitor, server]) socket.on('error', () => socket.destroy())
    open.add(visitor)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    leadTo(address: string) {
      port = Number(new URL(address).port)
    },
    /** Ends the open connections, and takes new ones. */
    cut() {
      for (const socket of open) socket.destroy()
      open.clear()
    },
    close: () => proxy.close(),
  }
}

describe.skipIf(!start)('Redis servers that take over from each other', () => {
  test('a connection whose server has become a copy is replaced, and the write is made', async () => {
    const [old, next] = [await startRedis(), await startRedis()]
    const moving = await movingAddress(old.address)
    const storage = present(redis(moving.address, { secrets }))
    await storage.createUser(newUser())
    const admin = await createClient({ url: old.address }).connect()
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', new URL(next.address).port])
    moving.leadTo(next.address)
    const user = await storage.createUser(newUser({ name: 'Ada' }))
    expect(await storage.getUser(user.id)).toMatchObject({ name: 'Ada' })
    await admin.close()
    await storage.close()
    moving.close()
    await Promise.all([old.stop(), next.stop()])
  })

  test('a connection that is cut costs nobody who reads or writes after it', async () => {
    const server = await startRedis()
    const moving = await movingAddress(server.address)
    const storage = present(redis(moving.address, { secrets }))
    const user = await storage.createUser(newUser({ name: 'Ada' }))
    for (let round = 0; round < 20; round++) {
      const before = Array.from({ length: 5 }, () => storage.getUser(user.id))
      moving.cut()
      const after = [storage.getUser(user.id), storage.createUser(newUser())]
      for (const found of await Promise.all([...before, ...after])) expect(found).not.toBeNull()
    }
    await storage.close()
    moving.close()
    await server.stop()
  })

  test('a client of Sentinel is used as it is', async () => {
    const server = await startRedis()
    const sentinel = await startSentinel(server)
    const { hostname: host, port } = new URL(sentinel.address)
    const client = createSentinel({
      name: 'people',
      sentinelRootNodes: [{ host, port: Number(port) }],
    })
    await client.connect()
    const storage = present(redis(client, { secrets }))
    const user = await storage.createUser(newUser({ name: 'Ada' }))
    expect(await storage.getUser(user.id)).toMatchObject({ name: 'Ada' })
    client.destroy()
    await Promise.all([sentinel.stop(), server.stop()])
  })

  test('the address of one server of a cluster says what to pass instead', async () => {
    const node = await startRedis(['--cluster-enabled', 'yes'])
    const other = await startRedis(['--cluster-enabled', 'yes'])
    const admins = await Promise.all(
      [node, other].map(({ address }) => createClient({ url: address }).connect()),
    )
    await admins[1]?.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
    await admins[0]?.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', new URL(other.address).port])
    await expect
      .poll(() => admins[0]?.sendCommand(['CLUSTER', 'INFO']), { timeout: 60_000 })
      .toContain('cluster_state:ok')
    const storage = present(redis(node.address, { secrets }))
    await expect(storage.getUser('ada')).rejects.toMatchObject({
      code: 'StorageError',
      hint: expect.stringContaining('createCluster'),
    })
    await storage.close()
    await Promise.all(admins.map((admin) => admin.close()))
    await Promise.all([node.stop(), other.stop()])
  })
})

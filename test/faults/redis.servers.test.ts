import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { present, signIn, unique } from '../storage/people.ts'
import { type Server, serverOf, temporaryFolder } from '../storage/servers.ts'
import { startProxy } from './proxy.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('Redis')

describe.skipIf(!start)('Redis on a bad day', () => {
  let server: Server
  beforeAll(async () => {
    if (start) server = await start()
  })
  afterAll(() => server?.stop())

  test('it is killed in the middle of claims: each ends clearly, and the next attempt succeeds', async () => {
    const storage = redis(server.address, { prefix: 'killed:', timeout: 500 })
    const soon = () => new Date(Date.now() + 60_000)
    expect(await storage.claim?.('before', soon())).toBe(true)
    const claims = Array.from({ length: 50 }, (_, n) => storage.claim?.(`during ${n}`, soon()))
    const settled = Promise.allSettled(claims)
    await server.kill()
    for (const claim of await settled) {
      if (claim.status === 'rejected') expect(claim.reason).toMatchObject({ code: 'StorageError' })
    }
    await expect(storage.claim?.('while it is down', soon())).rejects.toBeInstanceOf(AuthError)
    await server.restart()
    await untilAnswer(storage)
    expect(await storage.claim?.('after', soon())).toBe(true)
    await storage.close?.()
  })

  test('with users in SQL behind it, its loss loses sessions but nobody', async () => {
    const behind = sql(`file:${temporaryFolder()}/behind.db`, { secrets })
    const storage = redis(server.address, { prefix: 'front:', inFrontOf: behind, timeout: 500 })
    const name = unique()
    const who = { email: `${name}@x.test`, provider: 'club', providerAccountId: name }
    const id = await signIn(present(storage), who)
    await server.kill()
    await server.restart()
    await untilAnswer(storage)
    expect(await signIn(present(storage), who)).toBe(id)
    await storage.close?.()
  })

  test('connections are cut and stall: the error is clear, then it works again', async () => {
    const proxy = await startProxy(server.port)
    const address = server.address.replace(String(server.port), String(proxy.port))
    const storage = redis(address, { prefix: 'cut:', timeout: 500 })
    expect(await storage.hit?.('counter', 60)).toBe(1)
    proxy.cut()
    await untilAnswer(storage)
    proxy.stall()
    await expect(storage.hit?.('counter', 60)).rejects.toMatchObject({ code: 'StorageError' })
    proxy.resume()
    await untilAnswer(storage)
    expect(await storage.hit?.('counter', 60)).toBeGreaterThan(1)
    await storage.close?.()
    await proxy.stop()
  })
})

async function untilAnswer(storage: Storage): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await storage.hit?.('is anybody there', 60)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('Redis did not come back')
}

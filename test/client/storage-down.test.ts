import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthInstance, type Storage } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { plain } from '../attacks/stage.ts'
import { secret } from '../setup.ts'

const known = { user: { id: 'ada', name: 'Ada' }, expires: '2040-01-01T00:00:00.000Z' }

test('a page keeps the session that it knew while the storage is down, and says so', async () => {
  let auth: AuthInstance | undefined
  const server = createServer((incoming, outgoing) => {
    // Node's fetch keeps no cookies.
    incoming.rawHeaders.push('cookie', 'portico.session=the-key-of-a-session')
    incoming.headers.cookie = 'portico.session=the-key-of-a-session'
    if (auth) toNode(auth)(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let isDown = true
  const whole = memory()
  const storage: Storage = {
    ...whole,
    getSessionAndUser(token) {
      if (isDown) throw new Error('connection refused')
      return whole.getSessionAndUser(token)
    },
  }
  const logger = { error: () => {}, warn: () => {} }
  auth = Auth({
    url,
    secret,
    storage,
    logger,
    providers: [plain],
    runtime: { env: { NODE_ENV: 'test' } },
  })

  const client = createClient({ url, initial: { ...known, authTime: 0, amr: [] } })
  const down = await client.refresh()
  expect(down.session).toMatchObject(known)
  expect(down.error).toMatchObject({ code: 'StorageError', status: 503 })
  expect(client.get()).toBe(down)
  isDown = false
  expect(await client.refresh()).toEqual({ session: null, error: undefined })
})

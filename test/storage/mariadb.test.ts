import { afterAll, beforeAll, describe } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { storageContract } from '../contracts/storage.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('MariaDB')

describe.skipIf(!start)('on a MariaDB server', () => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await start?.()
  }, 60_000)
  afterAll(() => server?.stop())

  storageContract('MariaDB', async () => {
    let ahead = 0
    const storage = sql(server?.address ?? '', { secrets, now: () => Date.now() + ahead })
    await storage.migrate()
    return {
      storage,
      advance: (by) => {
        ahead += by
      },
      close: async () => storage.close(),
    }
  })
})

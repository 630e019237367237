import { describe } from 'vitest'
import { storageContract } from '../contracts/storage/contract.ts'
import { isInstalled, ofThisSuite, sharedServers } from './servers.ts'
import { storages } from './storages.ts'

const secrets = ['a secret that is long enough to be one']
const shared = sharedServers()

for (const { name, server: needed, open, outlivesServer, exceptions } of storages) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  describe.skipIf(!isInstalled(place))('storage', () => {
    const start = async () => {
      let ahead = 0
      const given = { secrets, now: () => Date.now() + ahead }
      const server = needed && (await shared(needed))
      const { storage, close } = await open(given, server)
      return {
        storage,
        server,
        advance(milliseconds: number) {
          ahead += milliseconds
        },
        async close() {
          await storage.close?.()
          await close?.()
        },
      }
    }
    const losesServer = needed !== undefined && !outlivesServer
    storageContract(name, start, { exceptions, losesServer })
  })
}

import { afterAll, describe } from 'vitest'
import { d1 } from '../../src/storage/d1.ts'
import { sql } from '../../src/storage/sql.ts'
import { connectionsContract } from '../contracts/connections.ts'
import { databaseContract } from '../contracts/database.ts'
import { mappedColumnsContract } from '../contracts/mapped-columns.ts'
import { processesContract } from '../contracts/processes.ts'
import { startD1 } from './d1-server.ts'
import { type DatabaseName, databases } from './databases.ts'
import { isInstalled, isServer, ofThisSuite, sharedServers } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const shared = sharedServers()
const names = Object.keys(databases) as DatabaseName[]

for (const name of names.filter(ofThisSuite)) {
  describe.skipIf(!isInstalled(name))(`database ${name}`, () => {
    const newAddress = async () =>
      databases[name].create(isServer(name) ? await shared(name) : undefined)
    databaseContract(async () => {
      const address = await newAddress()
      return (options) => sql(address, { secrets, ...options })
    })
    connectionsContract(newAddress)
    processesContract(newAddress)
    mappedColumnsContract(newAddress)
  })
}

if (ofThisSuite('D1')) {
  describe('database D1', () => {
    const server = startD1()
    afterAll(async () => (await server).close())

    databaseContract(async () => {
      const database = (await server).newDatabase()
      return (options) => d1(database, { secrets, ...options })
    })
  })
}

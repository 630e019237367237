import { afterAll } from 'vitest'
import { endServers } from './start-servers.ts'

export {
  type Server,
  type ServerName,
  serverOf,
  startRedis,
  temporaryFolder,
} from './start-servers.ts'

afterAll(endServers)

import { afterAll, inject } from 'vitest'
import { serverOf as find, isServer, type Server, type ServerName } from './start-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** True if this suite starts database servers; undefined: every storage is tested. */
    servers?: boolean
  }
}

export {
  isServer,
  type Server,
  type ServerName,
  startRedis,
  temporaryFolder,
} from './start-servers.ts'

/** D1 is a server too: npm brings it, so that nothing has to be installed, but races on it take as long as those on the others. */
const needsServer = (storage: string) => storage === 'D1' || isServer(storage)

/** True if tests on this storage belong to the suite that runs: only `npm run test:servers` starts servers. */
export function ofThisSuite(storage: string): boolean {
  const servers = inject('servers')
  return servers === undefined || needsServer(storage) === servers
}

/** The way to start a server, where the suite starts servers and this one is installed. */
export function serverOf(name: ServerName): (() => Promise<Server>) | undefined {
  return inject('servers') === false ? undefined : find(name)
}

/** Starts a server when a test file first needs it; the tests of the file share it. */
export type SharedServer = (name: ServerName) => Promise<Server>

/** Servers for the tests of one file, which end with it. */
export function sharedServers(): SharedServer {
  const started = new Map<ServerName, Promise<Server>>()
  afterAll(async () => {
    for (const server of started.values()) await (await server).stop()
  })
  return (name) => {
    const server = started.get(name) ?? serverOf(name)?.()
    if (!server) throw new Error(`${name} is not installed`)
    started.set(name, server)
    return server
  }
}

/** True if a storage can be tested here: its server, if it needs one, is installed. */
export function isInstalled(storage: string): boolean {
  return !isServer(storage) || serverOf(storage) !== undefined
}

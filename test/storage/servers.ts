import { inject } from 'vitest'
import { serverOf as find, isServer, type Server, type ServerName } from './start-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** True if this suite starts database servers; undefined: every storage is tested. */
    servers?: boolean
  }
}

export {
  type Server,
  type ServerName,
  startRedis,
  temporaryFolder,
} from './start-servers.ts'

/** True if tests on this storage belong to the suite that runs: only `npm run test:servers` starts servers. */
export function ofThisSuite(storage: string): boolean {
  const servers = inject('servers')
  return servers === undefined || isServer(storage) === servers
}

/** The way to start a server, where the suite starts servers and this one is installed. */
export function serverOf(name: ServerName): (() => Promise<Server>) | undefined {
  return inject('servers') === false ? undefined : find(name)
}

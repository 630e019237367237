import { processWide } from '../process-wide.ts'
import type { ConnectOptions, OpenConnection } from './open-connection.ts'

interface Shared {
  connected: OpenConnection
  users: number
}

/**
 * The connection of this process to an address: modules that are evaluated again open no second one. It is closed when all callers have
 * closed it.
 */
export function sharedConnection(
  address: string,
  { connections, timeout }: ConnectOptions,
  connect: () => OpenConnection,
): OpenConnection {
  const all = processWide('connections', () => new Map<string, Shared>())
  const name = JSON.stringify([address, connections, timeout])
  const shared = all.get(name) ?? { connected: connect(), users: 0 }
  all.set(name, shared)
  shared.users++
  let closed = false
  return {
    ...shared.connected,
    async close() {
      if (closed) return
      closed = true
      shared.users--
      if (shared.users > 0) return
      all.delete(name)
      await shared.connected.close()
    },
  }
}

import { createClient, createCluster, type RedisClusterType } from 'redis'
import { vi } from 'vitest'
import { startRedis } from './servers.ts'

/** A cluster of one Redis, with a client of the application. */
export async function startRedisCluster(): Promise<{
  client: RedisClusterType
  stop(): Promise<void>
}> {
  const node = await startRedis(['--cluster-enabled', 'yes'])
  const admin = await createClient({ url: node.address }).connect()
  await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
  await vi.waitFor(
    async () => {
      const state = String(await admin.sendCommand(['CLUSTER', 'INFO']))
      if (!state.includes('cluster_state:ok')) throw new Error(state)
    },
    { timeout: 60_000 },
  )
  await admin.close()
  const client = createCluster({ rootNodes: [{ url: node.address }] })
  await client.connect()
  return {
    client: client as RedisClusterType,
    async stop() {
      await client.close()
      await node.stop()
    },
  }
}

import { createClient, createCluster, type RedisClusterType } from 'redis'
import { vi } from 'vitest'
import { freePort, startRedis } from './start-servers.ts'

/** How many slots a cluster has, which its servers share. */
const slots = 16_384

/** A cluster of so many servers, without copies, with a client of the application. */
export async function startRedisCluster(count = 1): Promise<{
  client: RedisClusterType
  addresses: readonly string[]
  stop(): Promise<void>
}> {
  // The port by which servers of a cluster talk to each other is 10,000 more by default, and need not exist.
  const started = Array.from({ length: count }, async () => {
    const bus = String(await freePort())
    const node = await startRedis(['--cluster-enabled', 'yes', '--cluster-port', bus])
    return { node, bus, admin: await createClient({ url: node.address }).connect() }
  })
  const nodes = await Promise.all(started)
  for (const [place, { node, bus, admin }] of nodes.entries()) {
    const [first, next] = [place, place + 1].map((n) => Math.floor((n * slots) / count))
    await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(first), String(Number(next) - 1)])
    const { port } = new URL(node.address)
    if (place > 0) await nodes[0]?.admin.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', port, bus])
  }
  for (const { admin } of nodes) {
    await vi.waitFor(
      async () => {
        const state = String(await admin.sendCommand(['CLUSTER', 'INFO']))
        if (!state.includes('cluster_state:ok')) throw new Error(state)
      },
      { timeout: 60_000 },
    )
    await admin.close()
  }
  const addresses = nodes.map(({ node }) => node.address)
  const client = createCluster({ rootNodes: addresses.map((url) => ({ url })) })
  await client.connect()
  return {
    client: client as RedisClusterType,
    addresses,
    async stop() {
      await client.close()
      await Promise.all(nodes.map(({ node }) => node.stop()))
    },
  }
}

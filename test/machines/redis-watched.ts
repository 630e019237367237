import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, createSentinel, type RedisSentinelType } from 'redis'
import { vi } from 'vitest'
import { locate } from '../../tools/available.mjs'
import {
  freePort,
  type Server,
  serve,
  startRedis,
  temporaryFolder,
} from '../storage/start-servers.ts'

/** Two Redis servers, of which one copies the other, and three Sentinels that let the copy take over. */
export interface WatchedRedis {
  client: RedisSentinelType
  /** Waits until the copy has what was confirmed, and kills the server that takes writes. */
  kill(): Promise<void>
  /** The port of the server that takes writes, as the first Sentinel sees it. */
  primary(): Promise<number>
  copyPort: number
  stop(): Promise<void>
}

/** How many Sentinels there are, and how many must agree that a server is gone. */
const [watchers, quorum] = [3, 2]

/** Starts all five. */
export async function startWatchedRedis(): Promise<WatchedRedis> {
  const first = await startRedis(['--appendonly', 'yes'])
  const follow = ['--replicaof', `127.0.0.1 ${first.port}`]
  const copy = await startRedis(['--appendonly', 'yes', ...follow])
  const admin = await createClient({ url: first.address }).connect()
  // It counts the copies that have everything.
  const isCopied = () => admin.sendCommand(['WAIT', '1', '5000'])
  await vi.waitFor(async () => expectOne(await isCopied()), { timeout: 60_000, interval: 100 })
  const sentinels = await Promise.all(Array.from({ length: watchers }, () => watch(first)))
  const ask = await createClient({ url: sentinels[0]?.address ?? '' }).connect()
  const others = async () => String(await ask.sendCommand(['SENTINEL', 'CKQUORUM', 'people']))
  await vi.waitFor(
    async () => {
      if (!(await others()).startsWith(`OK ${watchers} `)) throw new Error(await others())
    },
    { timeout: 120_000, interval: 200 },
  )
  const client = createSentinel({
    name: 'people',
    sentinelRootNodes: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
  })
  // Whoever has no listener for it ends with the connection.
  client.on('error', () => {})
  await client.connect()
  return {
    client: client as RedisSentinelType,
    copyPort: copy.port,
    async kill() {
      expectOne(await isCopied())
      admin.destroy()
      await first.kill()
    },
    async primary() {
      const words = ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'people']
      return Number(Object(await ask.sendCommand(words))[1])
    },
    async stop() {
      ask.destroy()
      client.destroy()
      await Promise.all([...sentinels, copy, first].map((server) => server.kill()))
    },
  }
}

function expectOne(copies: unknown): void {
  if (Number(copies) !== 1) throw new Error('The copy is behind')
}

async function watch({ port: watched }: Server): Promise<Server> {
  const file = join(temporaryFolder(), 'sentinel.conf')
  const port = await freePort()
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor people 127.0.0.1 ${watched} ${quorum}`,
    'sentinel down-after-milliseconds people 1000',
    'sentinel failover-timeout people 5000',
  ]
  writeFileSync(file, `${settings.join('\n')}\n`)
  const start = () => spawn(locate('redis-server') ?? '', [file, '--sentinel'], { stdio: 'ignore' })
  return serve(port, `redis://127.0.0.1:${port}`, start, 'SIGTERM')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from 'redis'
import { locate } from '../tools/available.mjs'
import { freePort } from './free-port.ts'

/** A Redis server of our own. */
export interface RedisServer {
  pid: number
  address: string
  /** Does what need not survive a power failure, such as filling it. */
  hurried(work: () => Promise<void>): Promise<void>
  /** Ends the server; what it kept is gone. */
  stop(): Promise<void>
}

/** Starts a server in a folder, as docs/storage.md advises: every change is on the disk before it is confirmed. Undefined where Redis is not installed. */
export async function startRedis(folder: string): Promise<RedisServer | undefined> {
  const program = locate('redis-server')
  if (!program) return undefined
  const port = await freePort()
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const child = spawn(program, [...place, ...settings], { stdio: 'ignore' })
  const address = `redis://127.0.0.1:${port}`
  const client = createClient({ url: address, socket: { reconnectStrategy: 50 } })
  // Until it listens, it refuses.
  client.on('error', () => {})
  await client.connect()
  const flush = (when: string) => client.sendCommand(['CONFIG', 'SET', 'appendfsync', when])
  return {
    pid: child.pid ?? 0,
    address,
    async hurried(work) {
      await flush('no')
      await work()
      await flush('always')
    },
    async stop() {
      client.destroy()
      child.kill()
      await once(child, 'exit')
    },
  }
}

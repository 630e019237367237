import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The demo, as `npm start` runs it. */
export interface Demo {
  url: string
  /** The practice TikTok. */
  practice: string
  /** What it printed so far. */
  said: () => string
  stop: () => Promise<void>
}

/** Runs `npm start` on free ports with a database of its own, until it greets. Fails with what it said if it ends before. */
export async function npmStart(env: Record<string, string> = {}): Promise<Demo> {
  const [port, emulator] = [await freePort(), await freePort()]
  const data = await mkdtemp(join(tmpdir(), 'portico-demo-'))
  const { AUTH_TIKTOK_ID, AUTH_TIKTOK_SECRET, ...inherited } = process.env
  const demo = spawn('npm', ['start'], {
    env: {
      ...inherited,
      PORT: String(port),
      EMULATOR_PORT: String(emulator),
      DEMO_DATA: `${data}/`,
      NODE_ENV: 'development',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts a shell, the shell starts Node: a group of their own, which ends as one.
    detached: true,
  })
  const ended = new Promise<number | null>((resolve) => demo.once('close', resolve))
  let said = ''
  const stop = async () => {
    if (demo.pid !== undefined && demo.exitCode === null) process.kill(-demo.pid)
    await ended
    await rm(data, { recursive: true, force: true })
  }
  let url = ''
  const greeted = new Promise<void>((resolve) => {
    const hear = (text: unknown) => {
      said += String(text)
      url = /^ {2}Portico demo {6}(\S+)$/m.exec(said)?.[1] ?? ''
      if (url) resolve()
    }
    demo.stdout.on('data', hear)
    demo.stderr.on('data', hear)
  })
  const early = await Promise.race([greeted, ended])
  if (early === undefined) {
    return { url, practice: `http://127.0.0.1:${emulator}`, said: () => said, stop }
  }
  await stop()
  throw new Error(`npm start ended with ${early}: ${said}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

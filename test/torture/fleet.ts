import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../child-env.ts'
import { type Proxy as DatabaseProxy, startProxy } from '../faults/proxy.ts'
import type { Chance } from '../fuzz/chance.ts'
import type { Database } from './databases.ts'
import { sendTo } from './send.ts'
import type { Said } from './worker.ts'

/** A server of the application. */
export interface Server {
  /** Ends it at once (SIGKILL), and starts another one in its place, whose clock is off by so much. */
  kill(shift: number): Promise<void>
  /** Stops it in the middle of whatever it does (SIGSTOP), until `resume`. */
  stop(): void
  resume(): void
  /** Its way to the database; there is none to a file. */
  proxy: DatabaseProxy | undefined
}

/** The servers of the application, and who is asked next. */
export interface Fleet {
  servers: readonly Server[]
  /** Asks one of the servers. */
  send(request: Request): Promise<Response>
  /** Asks each of them. */
  sendToAll(request: Request): Promise<Response[]>
  /** What the servers logged, the newest last. */
  log: readonly string[]
  /** What no server may do: die by itself, or fail in a way that nobody thought of. */
  problems: string[]
  /** Lets a copy of the database take its place, if it has one. */
  promote: Database['promote']
  close(): Promise<void>
}

/** What a fleet works with. */
export interface FleetOptions {
  database: Database
  emulator: string
  /** How far the clock of each server is off, in milliseconds; one server for each. */
  shifts: readonly number[]
  chance: Chance
}

/** Starts the servers. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { shifts, chance } = options
  const problems: string[] = []
  const log: string[] = []
  const hear = (said: Said) => {
    if (!('logged' in said)) return
    log.push(said.logged)
    if (/^(Internal|Configuration)/.test(said.logged)) problems.push(`a server: ${said.logged}`)
  }
  const servers = await Promise.all(
    shifts.map((shift, place) =>
      startServer(options, { shift, place }, hear, (text) => problems.push(text)),
    ),
  )
  const ports = () => servers.flatMap(({ port }) => port ?? [])
  return {
    servers,
    log,
    problems,
    promote: options.database.promote,
    async send(request) {
      while (ports().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      return sendTo(chance.pick(ports()), request)
    },
    sendToAll: (request) => Promise.all(ports().map((port) => sendTo(port, request.clone()))),
    async close() {
      await Promise.all(servers.map((server) => server.end()))
    },
  }
}

interface RunningServer extends Server {
  /** Undefined while it is being started. */
  port: number | undefined
  end(): Promise<void>
}

async function startServer(
  { database, emulator }: FleetOptions,
  first: { shift: number; place: number },
  hear: (said: Said) => void,
  complain: (text: string) => void,
): Promise<RunningServer> {
  const portNow = () => database.ports?.[first.place % database.ports.length] ?? 0
  const proxy = database.ports && (await startProxy(portNow))
  const address = proxy
    ? database.address.replace(`:${database.ports?.[0]}`, `:${proxy.port}`)
    : database.address
  const own = { ...database, address }
  const begin = (shift: number) => spawnWorker({ database: own, emulator, shift }, hear, complain)
  let child = await begin(first.shift)
  const server: RunningServer = {
    proxy,
    port: child.port,
    async kill(shift) {
      server.port = undefined
      await child.end()
      child = await begin(shift)
      server.port = child.port
    },
    stop: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
    async end() {
      server.port = undefined
      await child.end()
      await proxy?.stop()
    },
  }
  return server
}

interface Worker {
  port: number
  signal(how: NodeJS.Signals): void
  end(): Promise<void>
}

async function spawnWorker(
  settings: object,
  hear: (said: Said) => void,
  complain: (text: string) => void,
): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(settings)], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...compileCache },
  })
  const stderr: string[] = []
  child.stderr?.on('data', (text) => stderr.push(String(text)))
  let isWanted = false
  const exited = once(child, 'exit').then(([code, signal]) => {
    if (!isWanted) complain(`a server died by itself (${code ?? signal}): ${stderr.join('')}`)
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.on('message', hear)
  return {
    port: await listening(child, exited),
    signal: (how) => void child.kill(how),
    async end() {
      isWanted = true
      child.kill('SIGKILL')
      await exited
      process.off('exit', endWithUs)
    },
  }
}

async function listening(child: ChildProcess, exited: Promise<void>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('message', (said: Said) => {
    if ('port' in said) resolve(said.port)
  })
  const never = exited.then(() => {
    throw new Error('A server of the application did not start')
  })
  never.catch(() => {})
  return Promise.race([promise, never])
}

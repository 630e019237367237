import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locate } from '../../tools/available.mjs'

/** A database server of a test's own, on a free port and with a folder of its own. */
export interface Server {
  address: string
  port: number
  /** Ends it without a warning, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** Stops every thread of it (SIGSTOP): connections stay open, and nobody answers. */
  pause(): void
  resume(): void
}

const folders: string[] = []
const children = new Set<ChildProcess>()

/** Ends the servers that still run, and removes their folders. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** An empty folder that goes when the tests do. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-'))
  folders.push(folder)
  return folder
}

/** The servers that these tests can start; undefined where the program is not installed. */
const servers: Readonly<Record<ServerName, (() => Promise<Server>) | undefined>> = {
  PostgreSQL: locate('initdb') && locate('postgres') ? startPostgres : undefined,
  PgBouncer:
    locate('initdb') && locate('postgres') && locate('pgbouncer') ? startPgBouncer : undefined,
  MariaDB: locate('mariadb-install-db') && locate('mariadbd') ? startMariadb : undefined,
  Redis: locate('redis-server') ? () => startRedis() : undefined,
}

/** The servers that storages are tested on. */
export type ServerName = 'PostgreSQL' | 'PgBouncer' | 'MariaDB' | 'Redis'

/** True for a storage that is a server. */
export function isServer(storage: string): storage is ServerName {
  return Object.hasOwn(servers, storage)
}

/** The way to start a server, or a loud line and nothing. */
export function serverOf(name: ServerName): (() => Promise<Server>) | undefined {
  const start = servers[name]
  if (!start) console.log(`SKIPPED: ${name} storage tests (${name} is not installed)`)
  return start
}

async function startPostgres(): Promise<Server> {
  const folder = temporaryFolder()
  const who = asUser('postgres', folder)
  const data = join(folder, 'data')
  const quiet = { stdio: 'ignore', cwd: folder, ...who } as const
  const options = ['-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(locate('initdb') ?? '', ['-D', data, ...options], quiet)
  const port = await freePort()
  // Its own zone would be that of the machine, and a moment without a zone another one on each.
  const zone = 'timezone=UTC'
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200', zone]
  const start = () =>
    spawn(
      locate('postgres') ?? '',
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((each) => ['-c', each])],
      quiet,
    )
  // It listens before it takes anybody in, and says so in this file.
  const isReady = () => /^ready\s*$/m.test(readFileSync(join(data, 'postmaster.pid'), 'utf8'))
  return serve(port, `postgres://portico@127.0.0.1:${port}/postgres`, start, 'SIGINT', isReady)
}

/** A PostgreSQL of its own behind a PgBouncer in transaction mode, with PgBouncer's default settings otherwise. */
async function startPgBouncer(): Promise<Server> {
  const postgres = await startPostgres()
  const folder = temporaryFolder()
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${postgres.port} user=portico
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  )
  const who = asUser('postgres', folder)
  const start = () =>
    spawn(locate('pgbouncer') ?? '', [settings], { stdio: 'ignore', cwd: folder, ...who })
  const bouncer = await serve(
    port,
    postgres.address.replace(`:${postgres.port}/`, `:${port}/`),
    start,
    'SIGINT',
  )
  return {
    ...bouncer,
    async stop() {
      await bouncer.kill()
      await postgres.stop()
    },
  }
}

async function startMariadb(): Promise<Server> {
  const folder = temporaryFolder()
  const who = asUser('mysql', folder)
  const data = join(folder, 'data')
  const quiet = { stdio: 'ignore', cwd: folder, ...who } as const
  // A server that starts deletes the temporary tables in its folder, also those of another server.
  const places = [`--datadir=${data}`, `--tmpdir=${folder}`]
  execFileSync(
    locate('mariadb-install-db') ?? '',
    ['--no-defaults', ...places, '--auth-root-authentication-method=normal', '--skip-test-db'],
    quiet,
  )
  const port = await freePort()
  const start = () =>
    spawn(
      locate('mariadbd') ?? '',
      [
        '--no-defaults',
        ...places,
        `--port=${port}`,
        `--socket=${join(folder, 'socket')}`,
        '--bind-address=127.0.0.1',
        '--innodb-buffer-pool-size=32M',
        '--innodb-flush-log-at-trx-commit=2',
        '--max-connections=300',
        '--skip-name-resolve',
      ],
      quiet,
    )
  return serve(port, `mysql://root@127.0.0.1:${port}/mysql`, start, 'SIGTERM')
}

/** A Redis with these settings; `serverOf` says whether there is one. */
export async function startRedis(settings: readonly string[] = []): Promise<Server> {
  const folder = temporaryFolder()
  const port = await freePort()
  const start = () =>
    spawn(
      locate('redis-server') ?? '',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...settings],
      { stdio: 'ignore' },
    )
  return serve(port, `redis://127.0.0.1:${port}`, start, 'SIGTERM')
}

/** A Sentinel that watches one Redis server, which it calls `people`. */
export async function startSentinel(watched: Server): Promise<Server> {
  const file = join(temporaryFolder(), 'sentinel.conf')
  const port = await freePort()
  const server = new URL(watched.address).port
  writeFileSync(
    file,
    `port ${port}\nbind 127.0.0.1\nsentinel monitor people 127.0.0.1 ${server} 1\n`,
  )
  const start = () => spawn(locate('redis-server') ?? '', [file, '--sentinel'], { stdio: 'ignore' })
  return serve(port, `redis://127.0.0.1:${port}`, start, 'SIGTERM')
}

/** A signal takes a moment to reach every thread, and one that it has not reached may still answer. */
function waitUntilStopped(pid: number): void {
  const isRunning = (file: string) =>
    existsSync(file) && !/\) [tTZX] /.test(readFileSync(file, 'utf8'))
  for (let tries = 0; tries < 1000; tries++) {
    if (!globSync(`/proc/${pid}/task/*/stat`).some(isRunning)) return
  }
}

export async function serve(
  port: number,
  address: string,
  start: () => ChildProcess,
  signal: NodeJS.Signals,
  isReady = () => true,
): Promise<Server> {
  const ready = async () => {
    await listening(port)
    while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const begin = () => {
    const child = start()
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  let child = begin()
  const end = (how: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.kill(how)
    return promise
  }
  // PostgreSQL answers from a process for each connection, so all of its processes are meant.
  const signalAll = (how: NodeJS.Signals) => {
    const pids = [child.pid ?? 0, ...childProcesses(child.pid ?? 0)]
    for (const pid of pids) signalIfAlive(pid, how)
    return pids
  }
  await ready()
  return {
    address,
    port,
    kill() {
      // A process that has outlived its server would answer one more statement.
      if (child.exitCode === null && child.signalCode === null) signalAll('SIGKILL')
      return end('SIGKILL')
    },
    async restart() {
      await end(signal)
      child = begin()
      await ready()
    },
    stop: () => end(signal),
    pause: () => signalAll('SIGSTOP').forEach(waitUntilStopped),
    resume: () => void signalAll('SIGCONT'),
  }
}

/** The process of a connection may end between being listed and being signalled. */
function signalIfAlive(pid: number, how: NodeJS.Signals): void {
  try {
    process.kill(pid, how)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown
  }
}

function childProcesses(pid: number): number[] {
  const found = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return found.stdout.split('\n').filter(Boolean).map(Number)
}

/** Root may not run these servers; Debian's packages bring a user for each. */
export function asUser(name: string, folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  const who = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, who.uid, who.gid)
  return who
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await accepts(port)) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error(`Nothing listens on port ${port}`)
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('error', () => resolve(false))
  // A server that is still starting closes the connection at once or says so; MariaDB greets first.
  socket.once('connect', () => resolve(true))
  promise.finally(() => socket.destroy())
  return promise
}

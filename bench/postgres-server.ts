import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { locate } from '../tools/available.mjs'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of our own, as durable as it is by default. */
export interface Postgres {
  pid: number
  /** The address of a new, empty database. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a server in a folder; undefined where PostgreSQL is not installed. */
export async function startPostgres(folder: string): Promise<Postgres | undefined> {
  const [initdb, postgres] = [locate('initdb'), locate('postgres')]
  if (!initdb || !postgres) return undefined
  const home = join(folder, 'postgres')
  mkdirSync(home)
  const options = { cwd: home, stdio: 'ignore', ...owner(home, folder) } as const
  const data = join(home, 'data')
  execFileSync(
    initdb,
    ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    options,
  )
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'shared_buffers=256MB']
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(postgres, ['-D', data, '-p', String(port), '-k', home, ...flags], options)
  const address = (database: string) => `postgres://bench@127.0.0.1:${port}/${database}`
  await answering(address('postgres'))
  return {
    pid: child.pid ?? 0,
    async create(name) {
      await query(address('postgres'), `create database ${name}`)
      return address(name)
    },
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

/** Runs statements on a connection of their own. */
export async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function answering(address: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      return await query(address, 'select 1')
    } catch {
      await new Promise((wait) => setTimeout(wait, 50))
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** Root may not run this server; Debian's package brings a user for it. */
function owner(home: string, folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const who = { uid: id('-u'), gid: id('-g') }
  for (const each of [folder, home]) chownSync(each, who.uid, who.gid)
  return who
}

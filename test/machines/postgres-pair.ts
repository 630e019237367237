import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { locate } from '../../tools/available.mjs'
import { asUser, freePort, type Server, serve, temporaryFolder } from '../storage/start-servers.ts'

/** A PostgreSQL and its copy, which has everything that was confirmed. */
export interface PostgresPair {
  /** The server that takes writes now. */
  primary(): Server
  /** Kills the one that takes writes, and lets the copy take its place; once. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both. A commit is confirmed when the copy has it on its way to the disk, too. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const own = temporaryFolder()
  const who = asUser('postgres', own)
  const quiet = { stdio: 'ignore', cwd: own, ...who } as const
  const data = join(own, 'data')
  const options = ['-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(locate('initdb') ?? '', ['-D', data, ...options], quiet)
  const first = await start(own, data)
  const copied = join(own, 'copy')
  const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'portico']
  const words = [...from, '-D', copied, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  execFileSync(locate('pg_basebackup') ?? 'pg_basebackup', words, quiet)
  const second = await start(own, copied)
  await demand(first.address)
  let primary = first
  return {
    primary: () => primary,
    async promote() {
      if (primary === second) return
      await first.kill()
      await ask(second.address, 'alter system reset synchronous_standby_names')
      await ask(second.address, 'select pg_reload_conf()')
      await ask(second.address, 'select pg_promote(true, 60)')
      primary = second
    },
    async stop() {
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

async function start(folder: string, data: string): Promise<Server> {
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200']
  const given = [...settings, 'timezone=UTC'].flatMap((each) => ['-c', each])
  const words = ['-D', data, '-p', String(port), '-k', folder, ...given]
  const begin = () =>
    spawn(locate('postgres') ?? '', words, {
      ...{ stdio: 'ignore', cwd: folder },
      ...asUser('postgres', folder),
    })
  const state = () => readFileSync(join(data, 'postmaster.pid'), 'utf8')
  const isReady = () => /^(ready|standby)\s*$/m.test(state())
  return serve(port, `postgres://portico@127.0.0.1:${port}/postgres`, begin, 'SIGINT', isReady)
}

/** From here on nothing is confirmed that the copy does not have. */
async function demand(address: string): Promise<void> {
  await ask(address, "alter system set synchronous_standby_names = '*'")
  await ask(address, 'select pg_reload_conf()')
  for (let attempt = 0; attempt < 600; attempt++) {
    const rows = await ask(address, 'select sync_state from pg_stat_replication')
    if (rows.some(({ sync_state }) => sync_state === 'sync')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The copy did not connect')
}

async function ask(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

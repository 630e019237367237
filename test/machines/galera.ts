import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import { locate } from '../../tools/available.mjs'
import { asUser, freePort, type Server, serve, temporaryFolder } from '../storage/start-servers.ts'

/** The library by which MariaDB's nodes agree, of Debian's package galera-4. */
const provider = '/usr/lib/galera/libgalera_smm.so'

/** Whether this machine can run Galera. */
export function haveGalera(): boolean {
  const isHere = existsSync(provider) && locate('mariadbd') && locate('rsync')
  if (!isHere) console.log('SKIPPED: Galera (apt-get install mariadb-server galera-4 rsync)')
  return Boolean(isHere)
}

/** Nodes of one cluster, each of which takes writes. The first one founds it. */
export async function startGalera(count: number): Promise<Server[]> {
  const places = await Promise.all(Array.from({ length: count }, place))
  const peers = places.map(({ group }) => `127.0.0.1:${group}`).join(',')
  const nodes: Server[] = []
  for (const own of places) {
    install(own.folder)
    // A founder that starts again joins those who are left.
    const start = () => startNode(own, peers, nodes.length === 0)
    const address = `mysql://root@127.0.0.1:${own.port}/mysql`
    const node = await serve(own.port, address, start, 'SIGTERM')
    await synced(address)
    nodes.push(node)
  }
  return nodes
}

interface Place {
  folder: string
  port: number
  /** Where the nodes talk to each other, and where missing changes and whole states arrive. */
  group: number
  changes: number
  state: number
}

async function place(): Promise<Place> {
  return {
    folder: temporaryFolder(),
    port: await freePort(),
    group: await freePort(),
    changes: await freePort(),
    state: await freePort(),
  }
}

function install(folder: string): void {
  execFileSync(
    locate('mariadb-install-db') ?? '',
    [
      ...['--no-defaults', `--datadir=${join(folder, 'data')}`, `--tmpdir=${folder}`],
      ...['--auth-root-authentication-method=normal', '--skip-test-db'],
    ],
    { stdio: 'ignore', cwd: folder, ...asUser('mysql', folder) },
  )
}

function startNode(own: Place, peers: string, isFounder: boolean) {
  const { folder, port, group, changes, state } = own
  const options = {
    datadir: join(folder, 'data'),
    tmpdir: folder,
    port,
    socket: join(folder, 'socket'),
    'bind-address': '127.0.0.1',
    'innodb-buffer-pool-size': '32M',
    'innodb-flush-log-at-trx-commit': 2,
    'innodb-autoinc-lock-mode': 2,
    'binlog-format': 'row',
    'max-connections': 300,
    'skip-name-resolve': 1,
    'wsrep-on': 1,
    'wsrep-provider': provider,
    'wsrep-cluster-name': 'portico',
    'wsrep-cluster-address': `gcomm://${isFounder ? '' : peers}`,
    'wsrep-node-address': '127.0.0.1',
    'wsrep-node-name': `node-${port}`,
    'wsrep-sst-method': 'rsync',
    'wsrep-sst-receive-address': `127.0.0.1:${state}`,
    'wsrep-provider-options': [
      `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
      `base_port=${group}`,
      `ist.recv_addr=127.0.0.1:${changes}`,
      'gcache.size=32M',
    ].join(';'),
  }
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const who = asUser('mysql', folder)
  return spawn(locate('mariadbd') ?? '', ['--no-defaults', ...given], {
    ...{ stdio: 'ignore', cwd: folder },
    ...who,
  })
}

/** A node listens before it has the others' state. */
async function synced(address: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await stateOf(address)) === 'Synced') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The node did not join the cluster')
}

async function stateOf(address: string): Promise<string | undefined> {
  try {
    const connection = await mysql.createConnection(address)
    const [rows] = await connection.query("show status like 'wsrep_local_state_comment'")
    await connection.end()
    return Object(rows)[0]?.Value
  } catch {
    return undefined
  }
}

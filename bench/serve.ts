// One contestant behind node:http, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App, Contestant } from './contestant.ts'
import { authJs } from './contestants/auth-js.ts'
import { floor } from './contestants/floor.ts'
import { porticoNode } from './contestants/portico.ts'
import { contestants } from './contestants.ts'
import { signIn } from './sign-in.ts'

/** Everybody, and Portico behind its own door to `node:http`; then with a `session` callback those who have one. */
export const servers: readonly Contestant[] = [
  ...contestants,
  porticoNode,
  ...[porticoNode, authJs, floor].map(withSessionCallback),
]

function withSessionCallback(contestant: Contestant): Contestant {
  return {
    ...contestant,
    name: `${contestant.name}, with a session callback`,
    open: (settings) => contestant.open({ ...settings, sessionCallback: true }),
  }
}

/** A contestant's process. */
export interface Served {
  name: string
  child: ChildProcess
  port: number
  cookie: string
  /** The path of the session check. */
  path: string
}

/** Starts a contestant that serves. */
export async function serve(name: string, platform: string): Promise<Served> {
  const child = fork(new URL(import.meta.url), [name, platform])
  const [{ port, cookie, path }] = await once(child, 'message')
  return { name, child, port, cookie, path }
}

/** Microseconds of CPU time that the process has used so far. */
export async function cpuOf({ child }: Served): Promise<number> {
  child.send('cpu')
  const [used] = await once(child, 'message')
  return used
}

/** The path of the session check, by how the name of a server begins. */
const paths: Record<string, string> = {
  Portico: '/api/auth/session',
  'Auth.js': '/api/auth/session',
  'Better Auth': '/api/auth/get-session',
  'Floor (by hand)': '/api/auth/session',
}

async function main(name = '', platform = ''): Promise<void> {
  const contestant = servers.find((each) => each.name === name)
  if (!contestant) throw new Error(`There is no contestant ${name}`)
  const app = await contestant.open({ platform, providers: 1, ballast: 0 })
  const { cookie } = await signIn(app)
  process.once('disconnect', () => process.exit())
  const known = Object.keys(paths).find((begin) => name.startsWith(begin))
  listen(app, cookie, known ? (paths[known] ?? '') : '/session')
}

function listen(app: App, cookie: string, path: string): void {
  const server = createServer(app.listener)
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, cookie, path })
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
}

if (import.meta.main) await main(...process.argv.slice(2))

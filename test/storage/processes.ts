import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../child-env.ts'

/** What a process of its own is asked to do with a database. */
export interface Task {
  address: string
  task: 'migrate' | 'signIn' | 'unlink' | 'forever'
  /** For sign-ins: how many of each person, and who. For disconnecting: the accounts of one user. */
  count?: number
  userId?: string
  people?: { email: string; provider: string; providerAccountId: string }[]
}

/** What it reports. */
export interface Report {
  statements: number
  ids: string[]
}

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starts a process that works on a task until it is done, or is killed. */
export function startProcess(task: Task): { report: Promise<Report>; kill(): void } {
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache },
  })
  const said: string[] = []
  const complained: string[] = []
  child.stdout.on('data', (text) => said.push(String(text)))
  child.stderr.on('data', (text) => complained.push(String(text)))
  const report = once(child, 'close').then(([code]): Report => {
    if (code !== 0) throw new Error(`A worker failed: ${complained.join('')}`)
    return JSON.parse(said.join(''))
  })
  return { report, kill: () => child.kill('SIGKILL') }
}

/** Runs the same task in several processes at once. */
export function inProcesses(count: number, task: Task): Promise<Report[]> {
  return Promise.all(Array.from({ length: count }, () => startProcess(task).report))
}

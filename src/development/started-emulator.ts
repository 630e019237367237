import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { type Emulator, emulator, type Platform } from '../emulator/index.ts'
import { processWide } from '../stores/process-wide.ts'
import { candidatePorts, rememberPort } from './project-port.ts'

/** A running emulator. */
export interface StartedEmulator {
  readonly url: string
  /** True if another process or thread of this project runs it, and has logged that. */
  readonly inherited: boolean
}

/** A function that makes the emulator, and the identity by which its answers are recognized. */
interface Project {
  readonly identity: string
  readonly emulator: () => Promise<Emulator>
}

/**
 * Starts one emulator per project and purpose. Development servers evaluate an application at every edit, and some, such as Next, in
 * short-lived processes and threads. The first one runs the emulator, at an address that the others can derive. When it ends, another
 * takes over.
 */
export function startedOnce(
  name: string,
  platforms: readonly Platform[],
): Promise<StartedEmulator> {
  return processWide(`emulator of ${name}`, () => {
    const folder = process.cwd()
    const identity = createHash('sha256').update(`${folder} ${name}`).digest('hex').slice(0, 32)
    return start(folder, { identity, emulator: () => emulator({ platforms }) })
  })
}

async function start(folder: string, project: Project): Promise<StartedEmulator> {
  // Test runners start many processes of one project, none of which may depend on another.
  const ports = process.env.NODE_ENV === 'test' ? [] : candidatePorts(folder)
  for (const port of ports) {
    const started = await startAt(port, project)
    if (!started) continue
    rememberPort(folder, port)
    return started
  }
  // Any free port, which other processes of this project do not find.
  const { url } = await listenAt(0, project)
  return { url, inherited: false }
}

/** Starts the emulator at this port, or follows the project's emulator there. Undefined if another program has the port. */
async function startAt(port: number, project: Project): Promise<StartedEmulator | undefined> {
  try {
    const { url } = await listenAt(port, project)
    return { url, inherited: false }
  } catch (thrown) {
    if (!isTaken(thrown)) throw thrown
  }
  const url = `http://127.0.0.1:${port}`
  if ((await identityAt(url)) !== project.identity) return undefined
  follow(port, project)
  return { url, inherited: true }
}

async function listenAt(port: number, { emulator, identity }: Project): Promise<{ url: string }> {
  return (await emulator()).listen({ port, identity, keepsProcessAlive: false })
}

/** Takes over when the process with the emulator ends, which closes a connection to it. */
function follow(port: number, project: Project): void {
  const again = () => void startAt(port, project).catch(() => {})
  connect(port, '127.0.0.1')
    .unref()
    .on('error', () => {})
    .once('close', again)
}

function isTaken(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE'
}

/** The identity of the emulator at this address; null if there is none. A server that is compiling may take seconds to answer. */
async function identityAt(url: string): Promise<string | null> {
  try {
    const { headers, body } = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    await body?.cancel()
    return headers.get('portico-emulator')
  } catch {
    return null
  }
}

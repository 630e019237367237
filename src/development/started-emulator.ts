import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { type OpenEmulator, runOpen } from '../emulator/emulator.ts'
import type { Platform } from '../emulator/index.ts'
import { processWide } from '../stores/process-wide.ts'
import { candidatePorts, rememberPort } from './project-port.ts'

/** A running emulator. */
export interface StartedEmulator {
  readonly url: string
  /** True if another process or thread of this project runs it, and has logged that. */
  readonly inherited: boolean
}

/** A project's emulator: the identity by which its answers are recognized, and its platforms. Both change when the application is edited. */
interface Project {
  identity: string
  readonly emulator: OpenEmulator
}

/** The emulator of an application in this process, by what it plays. */
interface Place {
  ids?: string
  project?: Project
  started?: Promise<StartedEmulator>
}

/**
 * Starts one emulator per project and application. Development servers evaluate an application at every edit, and some, such as Next, in
 * short-lived processes and threads. The first one runs the emulator, at an address that the others can derive. When it ends, another
 * takes over. A platform that an edit adds comes to the emulator that runs, whose inbox may be open in a browser.
 */
export function startedOnce(
  ids: string,
  application: string,
  platforms: readonly Platform[],
): Promise<StartedEmulator> {
  const place = processWide<Place>(`emulator for ${application}`, () => ({}))
  if (place.started && place.ids === ids) return place.started
  const folder = process.cwd()
  const identity = createHash('sha256')
    .update(`${folder} ${ids} for ${application}`)
    .digest('hex')
    .slice(0, 32)
  place.ids = ids
  place.started = grownOrStarted(place, folder, identity, platforms)
  return place.started
}

/** The emulator that this process runs, with more platforms; those before stay, for code that was loaded before the edit. */
async function grownOrStarted(
  place: Place,
  folder: string,
  identity: string,
  platforms: readonly Platform[],
): Promise<StartedEmulator> {
  const running = await place.started?.catch(() => undefined)
  if (running && !running.inherited && place.project) {
    place.project.emulator.add(platforms)
    place.project.identity = identity
    return running
  }
  place.project = { identity, emulator: runOpen(platforms, {}) }
  return start(folder, place.project)
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

function listenAt(port: number, project: Project): Promise<{ url: string }> {
  return project.emulator.emulator.listen({
    port,
    keepsProcessAlive: false,
    // Read at every answer.
    get identity() {
      return project.identity
    },
  })
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

import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/**
 * Packages that came out later are not installed: what an application's own packages ask for comes in ranges, and a release of
 * somebody else's must not decide whether these tests pass. To be moved together with the versions in `examples/`.
 */
const packagesOf = '2026-11-11T03:00:00Z'

/** Where and with what a program runs. */
interface Place {
  cwd: string
  env: NodeJS.ProcessEnv
}

/**
 * The environment of a fresh terminal: without what Vitest and npm put there for their own programs, since frameworks
 * read some of it (NODE_ENV, DEV, PROD, MODE …), and without what a build server puts there: where `CI` is set, Nitro's development
 * server ends the worker that an edit replaces at once, and what it is answering is never answered.
 */
export function environment(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  const foreign =
    /^(NODE_ENV|CI|GITHUB_.*|VITEST.*|TEST|DEV|PROD|MODE|SSR|BASE_URL|AUTH_.*|PORT|HOST|npm_(lifecycle|package|command).*)$/
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', npm_config_before: packagesOf, ...own }
}

/** A program that goes on running. */
export interface Program {
  /** What it printed so far. */
  said: () => string
  /** Settles with the exit code when it ends. */
  ended: Promise<number | null>
  stop: () => Promise<void>
}

/** Starts a program with all its children in a group, which ends as one. */
export function start([command = '', ...args]: string[], { cwd, env }: Place): Program {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid)
    await ended
  }
  return { said: () => said, ended, stop }
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended in this very moment.
  }
}

/** Runs a program to its end, whether it succeeds or not. */
export async function run(
  command: string[],
  place: Place,
): Promise<{ code: number | null; output: string }> {
  const program = start(command, place)
  return { code: await program.ended, output: program.said() }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

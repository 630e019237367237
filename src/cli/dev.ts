import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type Command, defineCommand } from './command.ts'

/** Starts an application for development. */
export const dev: Command = defineCommand({
  summary: 'Start your application for development, without keys',
  about: `Sets NODE_ENV=development. Then Auth() makes up what is missing: a secret, which is kept in .portico, and
the platforms whose keys are not set, which the emulator plays.`,
  rest: 'node server.ts',
  options: {},
  async run({ rest: [program = '', ...args] }, { env }) {
    if (env.NODE_ENV === 'production') {
      throw new Error('NODE_ENV is production here. Take it out of the environment to develop.')
    }
    return finished(program, args, { ...env, NODE_ENV: 'development' })
  },
})

/** Runs a program in this terminal; its exit code. */
function finished(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(...spelled(program, args), { stdio: 'inherit', env, ...shell(program) })
  // Whoever stops us by a signal means the child too. The terminal tells it itself, and a second Ctrl+C often means: at once.
  const pass = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !hasTerminal()) child.kill(signal)
  }
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    })
  })
}

/** Whether somebody could press Ctrl+C: it reaches all programs that were started from that terminal. */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
}

/** On Windows, what npm installs are scripts that only a shell runs; words with spaces need quotes there. */
const isWindows = process.platform === 'win32'

function shell(program: string): { shell?: true } {
  return isWindows && program !== 'node' ? { shell: true } : {}
}

function spelled(program: string, args: readonly string[]): [string, string[]] {
  if (program === 'node') return [process.execPath, [...args]]
  return isWindows ? [program, args.map(quoted)] : [program, [...args]]
}

function quoted(word: string): string {
  return /[\s"&|<>^]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word
}

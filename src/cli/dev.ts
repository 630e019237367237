import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { listed, readEnvironment } from './application/env-files.ts'
import { type CliContext, type Command, defineCommand } from './command.ts'
import { codeOf } from './explain.ts'

/** Starts an application for development. */
export const dev: Command = defineCommand({
  summary: 'Start your application for development, without any keys',
  about: `Starts the program that follows -- with NODE_ENV=development. Auth() then needs no keys: it makes a secret, which it
keeps in .portico, and the emulator plays every platform whose keys are missing. A program that Node runs
also gets the variables of .env, .env.development and .env.local; frameworks read these files themselves.`,
  rest: 'node server.ts',
  options: {},
  async run({ rest: [program = '', ...args] }, context) {
    if (context.env.NODE_ENV === 'production') {
      throw new Error('NODE_ENV is production here. Take it out of the environment to develop.')
    }
    assertFile(context.folder, program, args)
    const env = { ...variables(program, args, context), NODE_ENV: 'development' }
    return finished(program, args, { cwd: context.folder, env })
  },
})

/** The variables of the program. What a framework reads itself it also reads again when it changes, so that it is left to it. */
function variables(
  program: string,
  args: readonly string[],
  { env, folder, note }: CliContext,
): CliContext['env'] {
  const mode = 'development'
  const read = readEnvironment(folder, { env: { ...env, NODE_ENV: mode }, mode })
  const namesOwn = args.some((word) => word.startsWith('--env-file'))
  if (namesOwn || (read.isReadByTool && program !== 'node')) return env
  if (read.files.length > 0) note(`Variables of ${listed(read.files)} are set.`)
  return read.env
}

/** Says which file is missing, before Node does at length. */
function assertFile(folder: string, program: string, args: readonly string[]): void {
  const file = args.find((word) => !/^--(watch$|no-|enable-|inspect|.*=)/.test(word))
  if (program !== 'node' || !file || file.startsWith('-')) return
  if (['', '.js', '.mjs', '.cjs'].some((ending) => existsSync(join(folder, file + ending)))) return
  throw new Error(`There is no file ${file} here: name the file that starts your application.`)
}

/** Why the system did not start a program. */
const reasons: Readonly<Record<string, (program: string) => string>> = {
  ENOENT: (program) =>
    `There is no program "${program}". If a package brings it, install that first.`,
  EACCES: (program) => `"${program}" is no program. To run a file, write node ${program}.`,
}

/** Runs a program in this terminal; its exit code. */
function finished(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
) {
  const child = spawn(...spelled(program, args), {
    ...options,
    stdio: 'inherit',
    ...shell(program),
  })
  // Whoever stops us by a signal means the child too. The terminal tells it itself, and a second Ctrl+C often means: at once.
  const pass = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !hasTerminal()) child.kill(signal)
  }
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise<number>((resolve, reject) => {
    child.once('error', (cause) => {
      const reason = reasons[codeOf(cause)]
      reject(reason ? new Error(reason(program), { cause }) : cause)
    })
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

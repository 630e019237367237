import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { codeOf } from './explain.ts'

/** The reasons why a program did not start, by the system's codes. */
const reasons: Readonly<Record<string, (program: string) => string>> = {
  ENOENT: (program) => {
    if (isCode(program)) return `"${program}" is no program: write node ${program}.`
    const advice = /\s/.test(program)
      ? `Leave the quotes out: -- ${program}`
      : 'If a package brings it, install that first'
    return `There is no program "${program}". ${advice}.`
  },
  EACCES: (program) => `"${program}" is no program. To run a file, write node ${program}.`,
}

/** True for the name of a file that Node runs. */
export function isCode(word: string): boolean {
  return /^\S+\.[cm]?[jt]s$/.test(word)
}

/** Runs a program in this terminal; returns its exit code. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env, folder }: { env: NodeJS.ProcessEnv; folder: string },
): Promise<number> {
  const child = spawn(...spelled(program, args), {
    stdio: 'inherit',
    env,
    cwd: folder,
    ...shell(program),
  })
  // A signal that stops this process is meant for the child, too. Ctrl+C on a terminal reaches the child by itself; sending it again would
  // count as a second one, which often means: at once.
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

/** True if there is a terminal, whose Ctrl+C reaches all programs that were started from it. */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
}

/** On Windows, npm installs scripts that only a shell runs; arguments with spaces need quotes there. */
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

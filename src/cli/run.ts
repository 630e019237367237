import { assertWords, beforeDashes, readArguments } from './arguments.ts'
import { type CliContext, type Command, unknownName, usageError } from './command.ts'
import { commands } from './commands.ts'
import { codeOf, explain } from './explain.ts'
import { commandHelp, overview, synopsis } from './usage.ts'
import { ownVersion } from './version.ts'

/** The process, with its output, on which commands run. */
export interface Surroundings
  extends Pick<CliContext, 'env' | 'folder' | 'onTerminal' | 'confirm'> {
  out(line: string): void
  error(line: string): void
}

const exitCodes = { done: 0, failed: 1, misunderstood: 2 } as const

/** Runs the words after `npx porticojs`; returns the exit code. */
export async function run(typed: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out } = surroundings
  const [name = '', ...args] = typed
  const command = named(name)
  try {
    if (command) return await runCommand(name, command, args, surroundings)
    if (name === '--version' || name === '-v') out(ownVersion())
    else if (isHelp(name)) out(help(args))
    else if (name.startsWith('-')) throw usageError(`Name a command before ${name}`)
    else throw unknownName('command', name, Object.keys(commands))
    return exitCodes.done
  } catch (thrown) {
    return refused(typed, thrown, surroundings)
  }
}

/** Reports why a command failed, to a person or to a program; returns the exit code. */
export function refused(
  typed: readonly string[],
  thrown: unknown,
  { out, error }: Pick<Surroundings, 'out' | 'error'>,
): number {
  const [name = ''] = typed
  const command = named(name)
  const misunderstood = isMisunderstood(thrown)
  const message = explain(thrown)
  if (wantsJson(typed)) out(JSON.stringify({ error: message }))
  else if (!misunderstood) error(message)
  else error(`${asSentence(message)}\n\n${command ? synopsis(name, command) : overview(commands)}`)
  return misunderstood ? exitCodes.misunderstood : exitCodes.failed
}

async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
  { out, error, env, folder, onTerminal, confirm }: Surroundings,
): Promise<number> {
  if (beforeDashes(args).some((word) => word === '--help' || word === '-h')) {
    out(commandHelp(name, command))
    return exitCodes.done
  }
  const typed = readArguments(command, args)
  const json = wantsJson(args)
  assertWords(command, name, typed)
  const context: CliContext = {
    env,
    folder,
    onTerminal,
    confirm: json ? async () => undefined : confirm,
    note: (line) => (json ? undefined : error(line)),
    report: (data, text) => out(json ? JSON.stringify(data, null, 2) : text),
  }
  return (await command.run(typed, context)) ?? exitCodes.done
}

function wantsJson(args: readonly string[]): boolean {
  return beforeDashes(args).includes('--json')
}

function named(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** The help of one command, if it is named, or of all. */
function help([name = '']: readonly string[]): string {
  const command = named(name)
  if (command) return commandHelp(name, command)
  if (!isHelp(name) && !name.startsWith('-'))
    throw unknownName('command', name, Object.keys(commands))
  return overview(commands)
}

function isHelp(name: string): boolean {
  return ['', 'help', '--help', '-h'].includes(name)
}

function asSentence(message: string): string {
  return /[?.]$/.test(message) ? message : `${message}.`
}

/** True if the command was written wrongly, rather than failed. */
function isMisunderstood(thrown: unknown): boolean {
  return codeOf(thrown).startsWith('ERR_PARSE_ARGS_')
}

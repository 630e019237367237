import { parseArgs } from 'node:util'
import { AuthError } from '../errors.ts'
import { type CliContext, type Command, type Typed, unknownName, usageError } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, commonOptions, overview, synopsis } from './usage.ts'
import { ownVersion } from './version.ts'

/** Where a command reads and writes. */
export interface Surroundings
  extends Pick<CliContext, 'env' | 'folder' | 'onTerminal' | 'confirm'> {
  out(line: string): void
  error(line: string): void
}

const exitCodes = { done: 0, failed: 1, misunderstood: 2 } as const

/** Runs what was typed after `npx porticojs`; the exit code. */
export async function run(typed: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, error } = surroundings
  const [name = '', ...args] = typed
  const wantsJson = beforeDashes(args).includes('--json')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (command) return await runCommand(name, command, args, surroundings)
    if (name === '--version' || name === '-v') out(ownVersion())
    else if (isHelp(name)) out(overview(commands))
    else throw unknownName('command', name, Object.keys(commands))
    return exitCodes.done
  } catch (thrown) {
    const misunderstood = isMisunderstood(thrown)
    const message = explain(thrown)
    if (wantsJson) out(JSON.stringify({ error: message }))
    else if (!misunderstood) error(message)
    else
      error(`${asSentence(message)}\n\n${command ? synopsis(name, command) : overview(commands)}`)
    return misunderstood ? exitCodes.misunderstood : exitCodes.failed
  }
}

async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
  { out, env, folder, onTerminal, confirm }: Surroundings,
): Promise<number> {
  const own = beforeDashes(args)
  const { values, positionals } = parseArgs({
    args: own,
    options: { ...command.options, ...commonOptions },
    allowPositionals: true,
  })
  if (values.help) {
    out(commandHelp(name, command))
    return exitCodes.done
  }
  const typed: Typed = { values, words: positionals, rest: args.slice(own.length + 1) }
  assertWords(command, typed)
  const context: CliContext = {
    env,
    folder,
    onTerminal,
    confirm: values.json ? async () => undefined : confirm,
    print: (line) => (values.json ? undefined : out(line)),
    report: (data, text) => out(values.json ? JSON.stringify(data, null, 2) : text),
  }
  return (await command.run(typed, context)) ?? exitCodes.done
}

function assertWords({ words = [], rest: wanted }: Command, { words: given, rest }: Typed): void {
  const missing = words.find((word, index) => !word.startsWith('[') && given[index] === undefined)
  if (missing) throw usageError(`${missing} is missing`)
  const endless = words.at(-1)?.includes('…') ?? false
  const surplus = endless ? undefined : given[words.length]
  if (surplus !== undefined) throw usageError(`"${surplus}" is one word too many`)
  if (wanted && rest.length === 0) throw usageError(`Nothing follows --, such as ${wanted}`)
  if (!wanted && rest.length > 0) throw usageError('Nothing can follow -- here')
}

function beforeDashes(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end)
}

function isHelp(name: string): boolean {
  return ['', 'help', '--help', '-h'].includes(name)
}

function asSentence(message: string): string {
  return message.endsWith('?') ? message : `${message}.`
}

/** Node has codes for what it cannot parse, and so have we. */
function isMisunderstood(thrown: unknown): boolean {
  return /^ERR_PARSE_ARGS_/.test(codeOf(thrown))
}

function explain(thrown: unknown): string {
  if (thrown instanceof AuthError) return `${thrown.message}\n${thrown.hint}`
  if (!(thrown instanceof Error)) return String(thrown)
  if (codeOf(thrown) !== 'EADDRINUSE') {
    // Node explains at length how to pass what begins with a dash; nobody here has to.
    return isMisunderstood(thrown) ? (thrown.message.split('. ')[0] ?? '') : thrown.message
  }
  const port = Reflect.get(thrown, 'port')
  return `Port ${port} is taken by another program.\nChoose another with --port, such as --port ${Number(port) + 1}, or --port 0 for any that is free.`
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

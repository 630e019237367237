import type { ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { nearest } from '../config/did-you-mean.ts'

/** Everything that a command needs of the process that runs it. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the command was called in. */
  readonly folder: string
  /** True if a person reads what is printed, not another program. */
  readonly onTerminal: boolean
  /** Writes a line for people that is no part of the answer. With `--json` nobody reads it. */
  note(line: string): void
  /** Says what came of it: `text` to people, `data` to programs that asked by `--json`. */
  report(data: unknown, text: string): void
  /** Asks a person to confirm; undefined where nobody could answer. */
  confirm(question: string): Promise<boolean | undefined>
}

/** One option of a command, as `parseArgs` reads it and as the help shows it. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** The value that it takes, as the help writes it: `<address>`. */
  readonly value?: string
  readonly about: string
}

type Options = Readonly<Record<string, CommandOption>>

type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/** Words that were typed after the command's name. */
export interface Typed<O extends Options = Options> {
  readonly values: Values<O>
  readonly words: readonly string[]
  /** The words after `--`, which are somebody else's. */
  readonly rest: readonly string[]
}

interface Description<O extends Options> {
  /** The one line of the overview that says what it does. */
  readonly summary: string
  /** The rest of what the help says, if one line is not enough. */
  readonly about?: string
  /** The words it takes besides options, such as `[url]`; one that is not in brackets is needed. */
  readonly words?: readonly string[]
  /** The words that must follow `--`, such as `node server.ts`. */
  readonly rest?: string
  readonly options: O
  /** It ends the process when it is done, whatever the application that it loaded still does. */
  readonly exits?: true
}

/** A command of `npx porticojs`. What it returns is the exit code; nothing is success. */
export interface Command extends Description<Options> {
  run(typed: Typed, context: CliContext): Promise<number | void>
}

/** A command whose options have the types that were declared. */
export function defineCommand<const O extends Options>(
  command: Description<O> & {
    run(typed: Typed<O>, context: CliContext): Promise<number | void>
  },
): Command {
  // What is read is read by these options; the table holds commands of all kinds.
  return command as unknown as Command
}

/** Something was typed that the command does not understand; it has the beginning of the codes by which Node says so. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_PARSE_ARGS_MEANING' })
}

/** Something was named that is not there; the error says what was probably meant, or what there is. */
export function unknownName(
  what: string,
  written: string,
  known: readonly string[],
  otherwise = '',
): Error {
  const meant = nearest(written, known) ?? shortened(written, known) ?? begun(written, known)
  return usageError(
    `There is no ${what} "${written}"${meant ? `: did you mean ${meant}?` : otherwise}`,
  )
}

/** The names, if there are few, that somebody may have meant who left letters out. */
function shortened(written: string, known: readonly string[]): string | undefined {
  if (!/^[\w-]{2,}$/.test(written)) return undefined
  const pattern = new RegExp(`^${[...written].join('.*')}$`)
  const found = known.filter((name) => pattern.test(name))
  return found.length > 0 && found.length < 4 ? found.join(' or ') : undefined
}

/** The names, if there are few, that somebody wrote the beginning of, or wrote more than: `svelte`, `nextjs`. */
function begun(written: string, known: readonly string[]): string | undefined {
  const lower = written.toLowerCase()
  const found = known.filter((name) => lower.startsWith(name) || name.startsWith(lower))
  return lower.length > 2 && found.length > 0 && found.length < 4 ? found.join(' or ') : undefined
}

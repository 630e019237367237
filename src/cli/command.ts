import type { ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { nearest } from '../config/did-you-mean.ts'

/** The process, as a command sees it. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory. */
  readonly folder: string
  /** True if a person reads the output, not another program. */
  readonly onTerminal: boolean
  /** Writes a line for people that is not part of the result. With `--json` it goes nowhere. */
  note(line: string): void
  /** Prints the result: `text` for people, `data` for programs that passed `--json`. */
  report(data: unknown, text: string): void
  /** Asks a person to confirm; undefined if there is nobody to answer. */
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
  /** The words after `--`, which belong to another program. */
  readonly rest: readonly string[]
}

interface Description<O extends Options> {
  /** The command's line in the overview of commands. */
  readonly summary: string
  /** More help, if one line is not enough. */
  readonly about?: string
  /** The words that it takes besides options, such as `[url]`; one without brackets is required. */
  readonly words?: readonly string[]
  /** The words that must follow `--`, such as `node server.ts`. */
  readonly rest?: string
  readonly options: O
  /** Ends the process after the command, whatever the loaded application still does. */
  readonly exits?: true
}

/** A command of `npx porticojs`. `run` returns the exit code; nothing means success. */
export interface Command extends Description<Options> {
  run(typed: Typed, context: CliContext): Promise<number | void>
}

/** A command whose options have the types that were declared. */
export function defineCommand<const O extends Options>(
  command: Description<O> & {
    run(typed: Typed<O>, context: CliContext): Promise<number | void>
  },
): Command {
  // The options' types hold for this command only; the table has commands of all types.
  return command as unknown as Command
}

/** The error for words that the command does not understand. Its code begins as Node's own for such errors. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_PARSE_ARGS_MEANING' })
}

/** The error for an unknown name; it suggests what was probably meant, or lists what there is. */
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

/** The way to the list of providers, which is too long for an error. */
export const seeProviders = ': npx porticojs providers lists them'

/** The names, if there are few, that the word abbreviates. */
function shortened(written: string, known: readonly string[]): string | undefined {
  if (!/^[\w-]{2,}$/.test(written)) return undefined
  const pattern = new RegExp(`^${[...written].join('.*')}$`)
  const found = known.filter((name) => pattern.test(name))
  return found.length > 0 && found.length < 4 ? found.join(' or ') : undefined
}

/** The names, if there are few, that begin with the word or are its beginning: `svelte`, `nextjs`. */
function begun(written: string, known: readonly string[]): string | undefined {
  const lower = written.toLowerCase()
  const found = known.filter((name) => lower.startsWith(name) || name.startsWith(lower))
  return lower.length > 2 && found.length > 0 && found.length < 4 ? found.join(' or ') : undefined
}

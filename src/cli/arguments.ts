import { parseArgs } from 'node:util'
import { nearest } from '../config/did-you-mean.ts'
import { type Command, type Typed, usageError } from './command.ts'
import { isCode } from './run-program.ts'
import { commonOptions } from './usage.ts'

/** Reads what was typed after a command's name, and refuses what the command does not understand. */
export function readArguments(command: Command, args: readonly string[]): Typed {
  const own = beforeDashes(args)
  const options = { ...command.options, ...commonOptions }
  const parsed = {
    args: own,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  } as const
  const { values, positionals, tokens } = parseArgs(parsed)
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    assertOption(token, options)
    if (seen.has(token.name) && !options[token.name]?.multiple && options[token.name]?.value)
      throw usageError(`${token.rawName} is written twice`)
    seen.add(token.name)
  }
  return { values, words: positionals, rest: args.slice(own.length + 1) }
}

/** One option as it was typed. */
interface TypedOption {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function assertOption(
  { name, rawName, value, inlineValue }: TypedOption,
  options: Command['options'],
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (!option) {
    const meant = nearest(name, Object.keys(options))
    throw usageError(`There is no option ${rawName}${meant ? `: did you mean --${meant}?` : ''}`)
  }
  if (option.type === 'boolean' && inlineValue) throw usageError(`${rawName} takes no value`)
  // A negative number is a value, though a wrong one; any other word with a dash is the next option.
  const isMissing = value === undefined || value === '' || (!inlineValue && /^-(?!\d)/.test(value))
  if (option.type === 'string' && isMissing)
    throw usageError(`${rawName} needs a value: ${rawName} ${option.value}`)
}

/** Refuses words that a command does not take, and asks for those that it needs. */
export function assertWords(
  { words = [], rest: wanted }: Command,
  name: string,
  { words: given, rest }: Typed,
): void {
  const missing = words.find((word, index) => !word.startsWith('[') && given[index] === undefined)
  if (missing) throw usageError(`${missing} is missing: see npx porticojs ${name} --help`)
  const endless = words.at(-1)?.includes('…') ?? false
  const surplus = endless ? undefined : given[words.length]
  if (surplus !== undefined && wanted) {
    const program = [...(isCode(surplus) ? ['node'] : []), ...given].join(' ')
    throw usageError(`Put -- before the program: npx porticojs ${name} -- ${program}`)
  }
  if (surplus !== undefined)
    throw usageError(
      words.length === 0
        ? `${name} takes no words, only options: "${surplus}" is too much`
        : `"${surplus}" is one word too many`,
    )
  if (wanted && rest.length === 0)
    throw usageError(`Name the program to start: npx porticojs ${name} -- ${wanted}`)
  if (!wanted && rest.length > 0) throw usageError('Nothing can follow -- here')
}

/** The words before `--`; those behind it belong to another program. */
export function beforeDashes(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end)
}

import type { Command, CommandOption } from './command.ts'

interface CommonOptions extends Readonly<Record<string, CommandOption>> {
  readonly help: CommandOption & { type: 'boolean' }
  readonly json: CommandOption & { type: 'boolean' }
}

/** The options that every command understands. */
export const commonOptions: CommonOptions = {
  help: { type: 'boolean', short: 'h', about: 'show this help' },
  json: { type: 'boolean', about: 'answer in JSON, for programs' },
}

/** The line that shows the form of a command. */
export function synopsis(name: string, { words = [], options, rest }: Command): string {
  const shown = Object.entries(options).map(([option, about]) => `[${spelling(option, about)}]`)
  const parts = ['npx porticojs', name, ...words, ...shown, ...(rest ? ['--', rest] : [])]
  return parts.join(' ')
}

/** The whole help of one command. */
export function commandHelp(name: string, command: Command): string {
  const options = { ...command.options, ...commonOptions }
  const rows = Object.entries(options).map(([option, description]): [string, string] => [
    spelling(option, description),
    description.about,
  ])
  const about = [`${command.summary}.`, ...(command.about ? ['', command.about] : [])].join('\n')
  return `${synopsis(name, command)}\n\n${indented(about)}\n\n${columns(rows)}`
}

/** The overview: a line for each command. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]): [string, string] => [
    name,
    summary,
  ])
  return `npx porticojs <command>

${columns(rows)}

  npx porticojs <command> --help shows the options of a command. With --json, every command answers in JSON.
  npx porticojs --version prints the version.
  Exit codes: 0 for success, 1 for a failure or a problem, 2 for a command that is written wrongly.`
}

function spelling(name: string, { value }: CommandOption): string {
  return value ? `--${name} ${value}` : `--${name}`
}

function columns(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  const gap = ' '.repeat(width + 4)
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${right.replaceAll('\n', `\n${gap}`)}`)
    .join('\n')
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

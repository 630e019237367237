import type { Missing } from './mounts/mount.ts'

/** The outcome of `init`. */
export interface Outcome {
  readonly framework: string
  readonly written: readonly string[]
  readonly changed: readonly string[]
  readonly kept: readonly string[]
  readonly ignored: readonly string[]
  readonly notes: readonly string[]
  /** The steps that are left to do by hand. */
  readonly left: readonly Missing[]
  /** The command to run before the start. */
  readonly install: string | undefined
  /** The command that installs a package for production. */
  readonly production: string | undefined
  /** True if there are passwords, but no sender for their mails in production. */
  readonly lacksSender: boolean
  readonly start: string
  /** The address of the sign-in page. */
  readonly address: string
}

/** The text to show at the end. */
export function summary(outcome: Outcome): string {
  const { framework, written, changed, kept, ignored, notes, left, install, start, address } =
    outcome
  const { production, lacksSender } = outcome
  const isDone = !install && [written, changed, ignored, left].every((list) => list.length === 0)
  const parts = [
    [
      ...written.map((path) => `  written  ${path}`),
      ...changed.map((path) => `  changed  ${path}`),
      ...kept.map((path) => `  kept     ${path}`),
      ...ignored.map((pattern) => `  ignored  ${pattern} by git`),
      ...notes.map((note) => `  ${note}`),
    ].join('\n'),
    isDone ? '  Nothing to change: the sign-in is set up.' : '',
    install ? `  Install what it needs:\n\n    ${install}` : '',
    left.length > 0 ? `  Left to do by hand:\n\n${left.map(shown).join('\n\n')}` : '',
    `  ${left.length > 0 ? 'Then start' : 'Start'} it for development, without any key:\n\n    ${start}`,
    `  Sign in at ${address}`,
    production ? `  To send mail over SMTP in production:\n\n    ${production}` : '',
    lacksSender
      ? '  Passwords need a sender of mails in production: node_modules/porticojs/docs/passwords.md#mails'
      : '',
    `  Guide: node_modules/porticojs/docs/frameworks/${framework}.md`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function shown({ path, about, lines }: Missing, index: number): string {
  const title = `  ${index + 1}. ${path ? `${path}: ` : ''}${about}`
  return [title, '', ...lines.map((line) => (line ? `     ${line}` : ''))].join('\n')
}

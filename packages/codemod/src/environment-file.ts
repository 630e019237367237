import { isGuessable, sinceVariable } from './from-portico.ts'
import type { Note } from './source.ts'
import { newVariables } from './variable-names.ts'

/** An environment file after the move. Its changes and notes have no secret in them. */
export interface MovedEnvironment {
  readonly text: string
  readonly changes: readonly string[]
  readonly notes: readonly Note[]
}

/** Templates, which list variables and set none. */
const exampleFile = /\.(example|sample|template|dist|defaults?)$/

/** True if a file holds the variables of an environment. */
export function isEnvironmentFile(path: string): boolean {
  return /(^|\/)\.env(\.[\w.-]+)?$/.test(path)
}

/** The variables that a file sets; a template sets none. */
export function variablesOf(path: string, text: string): string[] {
  return exampleFile.test(path) ? [] : namesIn(text)
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm), ([, name = '']) => name)
}

/** One line that sets a variable, or that would without its `#`. */
interface Assignment {
  readonly before: string
  readonly name: string
  readonly assign: string
  readonly value: string
}

function readAssignment(line: string): Assignment | undefined {
  const found = /^(\s*(?:#\s*)?(?:export\s+)?)(\w+)(\s*=\s*)(.*)$/.exec(line)
  if (!found) return undefined
  const [, before = '', name = '', assign = '', value = ''] = found
  return { before, name, assign, value }
}

/** All values of AUTH_SECRET in a file; a template has none. */
export function authSecretsIn(path: string, text: string): string[] {
  return exampleFile.test(path) ? [] : secretsIn(text, 'AUTH_SECRET')
}

function secretsIn(text: string, name: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const set = readAssignment(line)
    return set?.name === name && !set.before.includes('#') ? said(set.value) : []
  })
}

/** Inputs of the move of an environment file. */
interface EnvironmentInputs {
  newSecret(): string
  /** The values of AUTH_SECRET in the files beside it. */
  readonly beside?: readonly string[]
  /** The day of the move, to be added after the secret; undefined if nothing moves. */
  readonly since?: string | undefined
}

/**
 * Gives variables their new names. A guessable secret is dropped, and replaced by a new one if there is no other. If two secrets differ, in
 * this file or beside it, they stay as they are: only their owner knows which one is used, and git often has no copy of such a file.
 */
export function moveEnvironment(
  path: string,
  text: string,
  { newSecret, beside = [], since }: EnvironmentInputs,
): MovedEnvironment {
  if (exampleFile.test(path)) return { ...renamed(text, () => undefined), notes: [] }
  const safe = withoutGuessable(text, beside, newSecret)
  const old = secretsIn(safe.text, 'NEXTAUTH_SECRET')
  const own = secretsIn(safe.text, 'AUTH_SECRET')
  const used = own.length > 0 ? own : beside
  const isUnclear = old.length > 0 && used.some((secret) => !old.includes(secret))
  const keep = ({ name, ...set }: Assignment) =>
    isUnclear && /^(NEXT)?AUTH_SECRET$/.test(name) ? line({ name, ...set }) : undefined
  const { text: named, changes } = renamed(safe.text, keep)
  const dated = since ? withDay(named, since) : named
  const added = `${sinceVariable} added: the day of the move`
  return {
    text: dated,
    changes: [...safe.changes, ...changes, ...(dated === named ? [] : [added])],
    notes: isUnclear ? [differingSecrets(text)] : [],
  }
}

/** The text without guessable secrets. If no other is left, the first becomes a new one. */
function withoutGuessable(
  text: string,
  beside: readonly string[],
  newSecret: () => string,
): { text: string; changes: string[] } {
  const names = ['AUTH_SECRET', 'NEXTAUTH_SECRET']
  const all = names.flatMap((name) => secretsIn(text, name))
  const changes: string[] = []
  let hasSecret = [...all, ...beside].some((secret) => secret !== '' && !isWeak(secret))
  const lines = text.split(/(?<=\n)/).map((one) => {
    const [, content = '', end = ''] = /^(.*?)(\r?\n?)$/s.exec(one) ?? []
    const set = readAssignment(content)
    if (!set || !names.includes(set.name) || set.before.includes('#') || !isWeak(set.value))
      return one
    changes.push(`${set.name} could be guessed and is dropped: people sign in once more`)
    if (hasSecret) return ''
    hasSecret = true
    changes.push('AUTH_SECRET is a new one')
    return line({ ...set, name: 'AUTH_SECRET', value: newSecret() }) + end
  })
  return { text: lines.join(''), changes }
}

/** The text with the day of the move after the secret. A file without a secret, or with a day, stays as it is. */
function withDay(text: string, since: string): string {
  if (namesIn(text).includes(sinceVariable)) return text
  const lines = text.split(/(?<=\n)/)
  const at = lines.findIndex((one) => namesIn(one).includes('AUTH_SECRET'))
  const [, before = ''] = /^\s*(export\s+)?/.exec(lines[at] ?? '') ?? []
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  if (at < 0) return text
  if (!lines[at]?.endsWith('\n')) lines[at] += lineBreak
  lines.splice(at + 1, 0, `${before}${sinceVariable}=${since}${lineBreak}`)
  return lines.join('')
}

function line({ before, name, assign, value }: Assignment): string {
  return `${before}${name}${assign}${value}`
}

/** The text with the new names, and with the lines that `instead` returns in place of others. */
function renamed(
  text: string,
  instead: (set: Assignment) => string | undefined,
): { text: string; changes: string[] } {
  const changes: string[] = []
  const present = new Set(namesIn(text))
  let quote = ''
  const lines = text.split(/(\r?\n)/).map((one) => {
    const isInside = quote !== ''
    quote = openQuote(one, quote)
    const set = isInside ? undefined : readAssignment(one)
    if (!set) return one
    const other = instead(set)
    if (other !== undefined) return other
    const next = Object.hasOwn(newVariables, set.name) ? newVariables[set.name] : undefined
    if (!next || present.has(next)) return one
    changes.push(`${set.name} → ${next}`)
    return line({ ...set, name: next })
  })
  return { text: lines.join(''), changes }
}

/** The quote that is still open at the end of a line: what follows belongs to the value. */
function openQuote(line: string, before: string): string {
  if (before) return line.includes(before) ? '' : before
  const [, quote = '', rest = ''] = /^\s*(?:export\s+)?\w+\s*=\s*(["'`])(.*)$/.exec(line) ?? []
  return quote && !rest.includes(quote) ? quote : ''
}

function differingSecrets(text: string): Note {
  const start = Math.max(0, text.search(/NEXTAUTH_SECRET\s*=/))
  const note =
    'AUTH_SECRET and NEXTAUTH_SECRET differ, so that both were left: AUTH_SECRET encrypts from now on, and NEXTAUTH_SECRET only decrypts the sessions that Auth.js began.'
  return { start, note }
}

/** The value of a line without its quotes and its comment. */
function said(value: string): string {
  const [, , quoted] = /^\s*(['"])(.*?)\1/.exec(value) ?? []
  return quoted ?? value.replace(/(^|\s)#.*$/, '').trim()
}

/** True if a value is a secret that Portico would refuse. The values of other variables (`$`) are unknown. */
function isWeak(value: string): boolean {
  const secret = said(value)
  return secret !== '' && !secret.includes('$') && isGuessable(secret, true)
}

import { readSecrets } from '../../config/secrets.ts'
import type { Note } from './source.ts'
import { newVariables } from './variable-names.ts'

/** An environment file after the move; no word of what is said about it tells a secret. */
export interface MovedEnvironment {
  readonly text: string
  readonly changes: readonly string[]
  readonly notes: readonly Note[]
}

/** Files that show which variables there are, and hold none. */
const exampleFile = /\.(example|sample|template|dist|defaults?)$/

/** Whether a file holds the variables of an environment. */
export function isEnvironmentFile(path: string): boolean {
  return /(^|\/)\.env(\.[\w.-]+)?$/.test(path)
}

/** The variables that a file sets; one that is there to be copied sets none. */
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

/** What a file says AUTH_SECRET is, as often as it says so. A file that is there to be copied says nothing. */
export function authSecretsIn(path: string, text: string): string[] {
  return exampleFile.test(path) ? [] : secretsIn(text, 'AUTH_SECRET')
}

function secretsIn(text: string, name: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const set = readAssignment(line)
    return set?.name === name && !set.before.includes('#') ? said(set.value) : []
  })
}

/**
 * Gives variables their new names. A secret that could be guessed is not taken over: a new one takes its place, and the old one stays as
 * NEXTAUTH_SECRET, which only opens the sessions that there are. Where there are two secrets that differ, in this file or beside it,
 * they stay as they are: nobody but their owner knows which one is used, and git often has no copy of such a file.
 */
export function moveEnvironment(
  path: string,
  text: string,
  { newSecret, beside = [] }: { newSecret: () => string; beside?: readonly string[] },
): MovedEnvironment {
  if (exampleFile.test(path)) return { ...renamed(text, () => undefined), notes: [] }
  const old = secretsIn(text, 'NEXTAUTH_SECRET')
  const own = secretsIn(text, 'AUTH_SECRET')
  const used = own.length > 0 ? own : beside
  if (old.length > 0 && used.some((secret) => !old.includes(secret))) {
    const keep = ({ name, ...set }: Assignment) =>
      /^(NEXT)?AUTH_SECRET$/.test(name) ? line({ name, ...set }) : undefined
    return { ...renamed(text, keep), notes: differingSecrets(text, used, old) }
  }
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const changes: string[] = []
  const replaced = renamed(text, (set) => {
    const { name, value } = set
    const isSecret = name === 'NEXTAUTH_SECRET' || name === 'AUTH_SECRET'
    if (!isSecret || set.before.includes('#') || !isWeak(value)) return undefined
    if (name === 'NEXTAUTH_SECRET' && own.length > 0) return line(set)
    changes.push(`${name} could be guessed: a new AUTH_SECRET, and the old one as NEXTAUTH_SECRET`)
    const kept = old.length > 0 && name === 'AUTH_SECRET' ? [] : [value]
    return [
      line({ ...set, name: 'AUTH_SECRET', value: newSecret() }),
      ...kept.map((secret) => line({ ...set, name: 'NEXTAUTH_SECRET', value: secret })),
    ].join(lineBreak)
  })
  return { text: replaced.text, changes: [...changes, ...replaced.changes], notes: [] }
}

function line({ before, name, assign, value }: Assignment): string {
  return `${before}${name}${assign}${value}`
}

/** The text with the new names; what `instead` returns for a line stands in its place. */
function renamed(
  text: string,
  instead: (set: Assignment) => string | undefined,
): { text: string; changes: string[] } {
  const changes: string[] = []
  const present = new Set(namesIn(text))
  const lines = text.split(/(\r?\n)/).map((one) => {
    const set = readAssignment(one)
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

/** After a move, what could be guessed stands beside a new secret: then there is nothing to say. */
function differingSecrets(text: string, used: readonly string[], old: readonly string[]): Note[] {
  const isMoved = !used.some(isGuessable) && old.every(isGuessable)
  if (isMoved) return []
  const start = Math.max(0, text.search(/NEXTAUTH_SECRET\s*=/))
  const note =
    'AUTH_SECRET and NEXTAUTH_SECRET differ, so that both were left: AUTH_SECRET encrypts from now on, and NEXTAUTH_SECRET only decrypts the sessions that Auth.js began. The one that Auth.js used must be one of them'
  return [{ start, note }]
}

/** What a line says without its quotes and its comment. */
function said(value: string): string {
  const [, , quoted] = /^\s*(['"])(.*?)\1/.exec(value) ?? []
  return quoted ?? value.replace(/(^|\s)#.*$/, '').trim()
}

/** Whether a value is a secret that we would refuse. What another variable says is not seen here. */
function isWeak(value: string): boolean {
  const secret = said(value)
  return secret !== '' && !secret.includes('$') && isGuessable(secret)
}

function isGuessable(secret: string): boolean {
  try {
    readSecrets(secret, {}, true)
    return false
  } catch {
    return true
  }
}

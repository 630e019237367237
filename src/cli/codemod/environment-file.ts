import { readSecrets } from '../../config/secrets.ts'
import { newVariables } from './variable-names.ts'

/** An environment file after the move; no word of it says what a secret is. */
export interface MovedEnvironment {
  readonly text: string
  readonly changes: readonly string[]
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

/**
 * Gives variables their new names. A secret that could be guessed is not taken over: a new one takes its place, and the old one stays as
 * NEXTAUTH_SECRET, which only opens the sessions that there are.
 */
export function moveEnvironment(
  path: string,
  text: string,
  newSecret: () => string,
): MovedEnvironment {
  const changes: string[] = []
  const present = new Set(namesIn(text))
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/(\r?\n)/).map((line) => {
    const [, before = '', name = '', assign = '', value = ''] =
      /^(\s*(?:#\s*)?(?:export\s+)?)(\w+)(\s*=\s*)(.*)$/.exec(line) ?? []
    const isComment = before.includes('#')
    const isSecret = name === 'NEXTAUTH_SECRET' || name === 'AUTH_SECRET'
    if (isSecret && !isComment && !exampleFile.test(path) && isWeak(value)) {
      // The file was moved before, or has a new secret already.
      if (name === 'NEXTAUTH_SECRET' && present.has('AUTH_SECRET')) return line
      changes.push(
        `${name} could be guessed: a new AUTH_SECRET, and the old one as NEXTAUTH_SECRET`,
      )
      const kept = present.has('NEXTAUTH_SECRET') && name === 'AUTH_SECRET' ? [] : [value]
      return [
        `${before}AUTH_SECRET${assign}${newSecret()}`,
        ...kept.map((old) => `${before}NEXTAUTH_SECRET${assign}${old}`),
      ].join(lineBreak)
    }
    const next = Object.hasOwn(newVariables, name) ? newVariables[name] : undefined
    if (!next || present.has(next)) return line
    changes.push(`${name} → ${next}`)
    return `${before}${next}${assign}${value}`
  })
  return { text: lines.join(''), changes }
}

/** Whether a value is a secret that we would refuse. What another variable says is not seen here. */
function isWeak(value: string): boolean {
  const [, , quoted] = /^\s*(['"])(.*?)\1/.exec(value) ?? []
  const secret = quoted ?? value.replace(/(^|\s)#.*$/, '').trim()
  if (secret === '' || secret.includes('$')) return false
  try {
    readSecrets(secret, {}, true)
    return false
  } catch {
    return true
  }
}

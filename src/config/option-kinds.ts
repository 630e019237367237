import type { AuthError } from '../errors.ts'
import { configError } from './problems.ts'

/** The types and words that an option may be, as an error says them: `boolean or "ask"`; `any` if the code that reads it checks it. */
export type OptionKinds<Names extends string = string> = Readonly<Record<Names, string>>

/** Refuses options of a wrong type, such as `session: 'jwt'`. */
export function assertTypes(
  written: object,
  kinds: OptionKinds,
  place = '',
  examples: Readonly<Record<string, string>> = {},
  provider?: string,
): void {
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(written, name)
    const option = place + name
    const isRight = value !== null && (kind.includes(typeof value) || kind.includes(show(value)))
    if (isRight || kind === 'any' || value === undefined) continue
    const expected = `${kind === 'object' ? 'an' : 'a'} ${kind}`
    throw notOfKind(option, value, expected, examples[option], provider)
  }
}

/** The error for an option of a wrong type; `wanted` says what to write. Of a secret it names only the type. */
export function notOfKind(
  option: string,
  value: unknown,
  expected: string,
  wanted = `${expected}, or leave it out`,
  provider?: string,
): AuthError {
  return configError(
    option,
    `\`${option}\` is ${/secret/i.test(option) ? typeof value : show(value)}, which is not ${expected}`,
    `Write ${wanted}.`,
    provider,
  )
}

/** The same kind for all names. */
export function allOf(names: readonly string[], kind: string): OptionKinds {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

/** A value for an error message. Of an object only the type, because it may hold secrets. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  return Object(value) === value ? typeof value : String(value)
}

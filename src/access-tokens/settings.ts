import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import type { AuthError } from '../errors.ts'
import type { AccessTokenOptions } from '../types/access-tokens.ts'

/** The options, with their defaults. */
export interface AccessTokenSettings {
  readonly scopes: readonly string[]
  readonly defaultScopes: readonly string[] | undefined
  readonly prefix: string
}

const kinds: OptionKinds<keyof AccessTokenOptions> = {
  scopes: 'object',
  defaultScopes: 'object',
  prefix: 'string',
}

/** Reads the options. */
export function readSettings(options: AccessTokenOptions): AccessTokenSettings {
  assertPartOptions('access-tokens', options, kinds)
  const { scopes, defaultScopes, prefix = 'portico_pat_' } = options
  return { scopes, defaultScopes, prefix }
}

/** RFC 6749 §3.3: visible characters, without quotes and backslashes. */
const isScope = /^[\x21\x23-\x5b\x5d-\x7e]{1,60}$/

/** Long enough not to match another service's by accident. */
const isPrefix = /^(?=.{4,30}$)[A-Za-z][A-Za-z0-9_]*_$/

function areScopes(written: unknown): boolean {
  return (
    Array.isArray(written) &&
    [...written].every((one) => typeof one === 'string' && isScope.test(one))
  )
}

/** Refuses options that cannot work. */
export function assertSettings({ scopes, defaultScopes = [], prefix }: AccessTokenSettings): void {
  if (!areScopes(scopes) || scopes.length === 0)
    throw wrong('AccessTokens() needs `scopes`', "Pass words, such as scopes: ['read', 'write'].")
  if (!areScopes(defaultScopes))
    throw wrong('`defaultScopes` is no list of words', 'Use scopes that are in `scopes`.')
  const unknown = defaultScopes.find((one) => !scopes.includes(one))
  if (unknown !== undefined)
    throw wrong(`\`defaultScopes\` has "${unknown}"`, 'Use scopes that are in `scopes`.')
  if (!isPrefix.test(prefix))
    throw wrong(`The prefix "${prefix}" cannot begin a token`, "Write it as prefix: 'acme_pat_'.")
}

function wrong(message: string, hint: string): AuthError {
  return configError('parts.access-tokens', message, hint)
}

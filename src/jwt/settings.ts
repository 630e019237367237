import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { readSeconds } from '../config/seconds.ts'
import type { AuthError } from '../errors.ts'
import type { JwtOptions } from '../types/jwt.ts'

/** The name of the part. */
export const part = 'jwt'

/** The options, read. */
export interface JwtSettings {
  readonly audiences: readonly string[]
  readonly maxAgeSeconds: number
  readonly issuer: string | undefined
  readonly claims: JwtOptions['claims'] | undefined
  /** The keys of the environment as they were written there, the one that signs first; empty if the storage has them. */
  readonly written: readonly string[]
}

/** The longest life of a token. Old keys are published for longer than this after they signed last. */
export const longestSeconds = 3600

const kinds: OptionKinds<keyof JwtOptions> = {
  audience: 'string or object',
  maxAge: 'string or number',
  issuer: 'string',
  claims: 'function',
}

/** Reads the options; refuses what cannot work. */
export function readSettings(options: JwtOptions): Omit<JwtSettings, 'written'> {
  assertPartOptions(part, options, kinds)
  const { audience, maxAge = '5m', issuer, claims } = options
  const audiences = [audience].flat().filter((one) => one !== undefined)
  if (audiences.length === 0 || !audiences.every((one) => typeof one === 'string' && one !== ''))
    throw wrong(
      'audience',
      'Jwt() needs `audience`',
      "Name the service that tokens are for: audience: 'https://api.example.com'.",
    )
  if (issuer !== undefined && !URL.canParse(issuer))
    throw wrong(
      'issuer',
      `The issuer "${issuer}" is not an address`,
      "Write it as issuer: 'https://app.example.com/api/auth'.",
    )
  return { audiences, maxAgeSeconds: readMaxAge(maxAge), issuer, claims }
}

function readMaxAge(maxAge: string | number): number {
  const seconds = readSeconds(maxAge)
  if (seconds !== undefined && seconds <= longestSeconds) return seconds
  throw wrong(
    'maxAge',
    `Jwt() cannot use maxAge: ${String(maxAge)}`,
    "Write '5m', '60s' or seconds, at most an hour.",
  )
}

/** An error in the options. */
export function wrong(option: string, message: string, hint: string): AuthError {
  return configError(`parts.${part}.${option}`, message, hint)
}

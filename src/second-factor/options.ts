import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { readSeconds } from '../config/seconds.ts'
import type { Awaitable, User } from '../types/models.ts'
import type { SecondFactorOptions } from '../types/second-factor.ts'

/** The options, read. */
export interface Rules {
  readonly required: ((params: { user: User }) => Awaitable<boolean>) | undefined
  readonly issuer: string | undefined
  readonly totp: boolean
  readonly passkey: boolean
  /** 0: nobody gets any. */
  readonly recoveryCodes: number
  /** 0: no browser is trusted. */
  readonly trustSeconds: number
}

const kinds: OptionKinds<keyof SecondFactorOptions> = {
  totp: 'boolean',
  passkey: 'boolean',
  recoveryCodes: 'any',
  trust: 'any',
  required: 'boolean or function',
  issuer: 'string',
}

/** Reads the options; refuses what could keep nobody out, or everybody. */
export function readRules(options: SecondFactorOptions): Rules {
  assertPartOptions('second-factor', options, kinds)
  const { totp = true, passkey = true, recoveryCodes = 10, trust = '30d' } = options
  const count = recoveryCodes === false ? 0 : recoveryCodes
  if (!Number.isInteger(count) || count < 0 || count > 100)
    throw wrong('recoveryCodes', recoveryCodes, 'Write a number up to 100, or false.')
  if (!totp && !passkey) throw wrong('totp', totp, 'Leave `totp` or `passkey` on.')
  if (options.required && !totp)
    throw wrong('required', '…', 'Leave `totp` on: it is what people set up while they sign in.')
  const { issuer } = options
  const required = options.required === true ? () => true : options.required || undefined
  return { totp, passkey, recoveryCodes: count, trustSeconds: readTrust(trust), required, issuer }
}

function readTrust(trust: string | number | false): number {
  if (trust === false) return 0
  const seconds = readSeconds(trust)
  // Browsers keep no cookie for longer than 400 days.
  if (seconds !== undefined && seconds <= 400 * 86_400) return seconds
  throw wrong('trust', trust, "Write '30d', '12h', seconds, or false.")
}

function wrong(option: string, value: unknown, hint: string): Error {
  return configError(
    `parts.second-factor.${option}`,
    `SecondFactor() cannot use ${option}: ${String(value)}`,
    hint,
  )
}

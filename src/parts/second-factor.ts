// The entry point of the second factor: docs/second-factor.md shows what people see.

import { steps } from '../actions/load-steps.ts'
import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import { part, passkeyStep, recoveryCode, totp, trustedBrowser } from '../second-factor/kinds.ts'
import { readRules } from '../second-factor/options.ts'
import type { FactorCalls, SecondFactorOptions } from '../types/second-factor.ts'

export type { FactorText } from '../second-factor/factor-text.ts'
export type {
  FactorCalls,
  FactorName,
  OwnFactor,
  OwnFactors,
  SecondFactorOptions,
  SecondFactors,
  SecretForm,
  TotpSetup,
  TrustedBrowser,
} from '../types/second-factor.ts'

/** The part, with the events that it adds to `events`. */
export interface SecondFactorPart extends Part<FactorCalls> {
  readonly events: readonly (
    | 'addFactor'
    | 'removeFactor'
    | 'useRecoveryCode'
    | 'renewRecoveryCodes'
    | 'trustBrowser'
    | 'raiseSession'
    | 'limitFactor'
  )[]
}

const minutes = 60
const day = 86_400

/**
 * Asks for a second factor after every way in, whichever method it is: the code of an authenticator app, a passkey, or a recovery code.
 * People set it up on the account page.
 *
 * @example
 * Auth({ providers, database, parts: [SecondFactor()] })
 * Auth({ providers, database, parts: [SecondFactor({ required: ({ user }) => isAdmin(user) })] })
 */
export function SecondFactor(options: SecondFactorOptions = {}): SecondFactorPart {
  const rules = readRules(options)
  return {
    name: part,
    steps,
    isMandatory: options.required === true,
    complete({ hasStorage }) {
      if (hasStorage) return this
      throw configError(
        'parts.second-factor',
        'SecondFactor() needs a storage, and none is configured',
        'Pass `database` or `storage`; `memory()` from porticojs/storage/memory is enough to try it.',
      )
    },
    // Per account, however many browsers and sign-ins the guesses are spread over. Three of a million codes are right at a time.
    limits: {
      secondFactor: { perAccount: 10, perClient: 200, seconds: 15 * minutes },
      secondFactorDaily: { perAccount: 50, perClient: Infinity, seconds: day },
    },
    paths: {
      'second-factor': { methods: ['GET', 'POST'], provider: 'none' },
      'step-up': { methods: ['GET', 'POST'], provider: 'none' },
      'second-factor-setup': { methods: ['GET', 'POST'], provider: 'none' },
      'recovery-codes': { methods: ['GET', 'POST'], provider: 'none' },
      'recovery-codes.js': { methods: ['GET'], provider: 'none' },
    },
    namespaces: {
      factors: [
        'list',
        'setUpTotp',
        'confirmTotp',
        'importTotp',
        'requirePasskey',
        'remove',
        'renewRecoveryCodes',
        'forgetBrowser',
      ],
    },
    events: [
      'addFactor',
      'removeFactor',
      'useRecoveryCode',
      'renewRecoveryCodes',
      'trustBrowser',
      'raiseSession',
      'limitFactor',
    ],
    hears: ['notMe', 'takeover', 'blockUser'],
    kinds: [totp, passkeyStep, recoveryCode, trustedBrowser],
    load: async () => (await import('../second-factor/code.ts')).secondFactor(rules),
  }
}

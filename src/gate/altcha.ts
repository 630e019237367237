import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions, wholeNumber } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import type { AltchaOptions } from '../types/gate.ts'
import { createGate } from './create-gate.ts'

const kinds: OptionKinds<keyof AltchaOptions> = { timeout: wholeNumber, cost: wholeNumber }

/** A gate whose tokens are earned by work. */
export function altchaGate(options: AltchaOptions): Part {
  assertPartOptions('altcha', options, kinds)
  const { cost = 5000, timeout } = options
  if (cost > 1_000_000) {
    throw configError(
      'parts.altcha.cost',
      '`cost` of Altcha() is no number from 1 to 1,000,000',
      'Leave it out for 5,000.',
    )
  }
  return createGate({
    timeout,
    paths: ['altcha', 'altcha.js'],
    load: async () => (await import('./altcha-code.ts')).altchaKind(cost),
  })
}

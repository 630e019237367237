import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import type { AltchaOptions } from '../types/gate.ts'
import { createGate } from './create-gate.ts'

/** A gate whose tokens are earned by work. */
export function altchaGate({ cost = 5000, timeout }: AltchaOptions): Part {
  if (!Number.isInteger(cost) || cost < 1 || cost > 1_000_000) {
    throw configError(
      'parts',
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

// The entry point of a gate that the application judges itself: docs/tasks/stop-robots.md shows one.
import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions, wholeNumber } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { createGate } from '../gate/create-gate.ts'
import type { Part } from '../methods/part-code.ts'
import type { GateJudge, GateOptions } from '../types/gate.ts'

export type { GateCheck, GateJudge, GateOptions } from '../types/gate.ts'

const kinds: OptionKinds<keyof GateOptions> = { timeout: wholeNumber }

/**
 * Lets your function judge every attempt that sends a mail, checks a password or makes a user, after the limits were counted.
 * An attempt is refused unless it returns true: also if it throws, or takes too long.
 *
 * @example
 * Auth({ providers, parts: [Gate(async ({ token, action }) => check(token, action))] })
 */
export function Gate(judge: GateJudge, options: GateOptions = {}): Part {
  if (typeof judge !== 'function') {
    throw configError('parts', 'Gate() needs a function', 'Pass a function that returns true.')
  }
  assertPartOptions('gate', options, kinds)
  return createGate({
    ...options,
    load: async () => ({
      judge: async (check) => (await judge(check)) === true || 'the function did not return true',
    }),
  })
}

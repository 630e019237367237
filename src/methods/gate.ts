import { isMethod } from '../config/parts.ts'
import type { Context } from '../context.ts'
import { loadPart } from './load.ts'
import type { GateAttempt } from './part-code.ts'

/**
 * Asks the application's gate before something that costs money, reveals something or makes a user. Call it after the limits were
 * counted. Rejects if the gate refuses; without a gate it does nothing.
 */
export async function passGate(context: Context, attempt: GateAttempt): Promise<void> {
  const parts = context.config.parts.filter((part) => !isMethod(part))
  for (const code of await Promise.all(parts.map(loadPart))) await code.gate?.(context, attempt)
}

import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import type { GateJudge, GateOptions } from '../types/gate.ts'

const minutes = 60

/** A gate. An application has one: its name is always the same, and two of them are refused. */
export function createGate(judge: GateJudge, { timeout = 5000 }: GateOptions): Part {
  if (typeof judge !== 'function') {
    throw configError('parts', 'Gate() needs a function', 'Pass a function that returns true.')
  }
  return {
    name: 'gate',
    limits: { gate: { perAccount: Infinity, perClient: 100, seconds: 15 * minutes } },
    paths: { gate: { methods: ['GET'], provider: 'none' } },
    load: async () => (await import('./gate.ts')).gateCode(judge, timeout),
  }
}

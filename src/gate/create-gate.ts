import type { Part } from '../methods/part-code.ts'
import type { GateOptions } from '../types/gate.ts'
import type { GateKind } from './gate.ts'

const minutes = 60

/** A gate. An application has one: its name is always the same, and two of them are refused. */
export function createGate({
  timeout = 5000,
  load,
}: GateOptions & { load: () => Promise<GateKind> }): Part {
  return {
    name: 'gate',
    limits: { gate: { perAccount: Infinity, perClient: 100, seconds: 15 * minutes } },
    paths: { gate: { methods: ['GET'], provider: 'none' } },
    load: async () => (await import('./gate.ts')).gateCode(await load(), timeout),
  }
}

import type { PathRule } from '../config/part.ts'
import type { Part } from '../methods/part-code.ts'
import type { GateOptions } from '../types/gate.ts'
import type { GateKind } from './gate.ts'

const minutes = 60

/** The properties of a gate that are known before anybody uses it. */
interface NewGate extends GateOptions {
  /** The paths that it answers besides its page. */
  paths?: readonly string[]
  load(): Promise<GateKind>
}

/** A gate. An application has one: its name is always the same, and two of them are refused. */
export function createGate({ timeout = 5000, paths = [], load }: NewGate): Part {
  const get: PathRule = { methods: ['GET'], provider: 'none' }
  return {
    name: 'gate',
    limits: { gate: { perAccount: Infinity, perClient: 100, seconds: 15 * minutes } },
    paths: Object.fromEntries(['gate', ...paths].map((path) => [path, get])),
    load: async () => (await import('./gate.ts')).gateCode(await load(), timeout),
  }
}

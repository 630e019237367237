import type { Surroundings } from '../src/config.ts'

/** The surroundings of an application on Node that was given everything it needs. */
export const surroundings: Surroundings = {
  storage: undefined,
  emulation: {},
  advice: undefined,
}

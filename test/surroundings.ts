import type { Surroundings } from '../src/config.ts'
import { fastestBox } from '../src/crypto/jwe-node.ts'

/** The surroundings of an application on Node that was given everything it needs. */
export const surroundings: Surroundings = {
  storage: undefined,
  emulation: {},
  advice: undefined,
  makeBox: fastestBox,
}

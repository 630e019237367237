import type { Emulator } from './emulator.ts'

/** How the providers without keys are served while developing. */
export interface Practice {
  /** What plays their platforms; nothing where nobody can. */
  readonly emulator?: Emulator
  /** Whether every missing key is a problem, because somebody can make it up who has to hear of it. */
  readonly demanding?: boolean
}

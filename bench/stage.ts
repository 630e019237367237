import type { RaceOptions } from './measure.ts'

/** What every measure works with. */
export interface Stage {
  /** The address of the loopback platform. */
  platform: string
  /** An empty folder that goes when the benchmark ends. */
  folder: string
  pace: RaceOptions
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What one run of the stories is to do; the runner, the order of files and the switches all read it. */
export interface Plan {
  /** The mutant that is turned on, or 0. */
  active: number
  /** Whether to write down which story reaches which mutant. */
  records: boolean
  /** Test files in the order to run them. */
  files: string[]
  /** The stories to tell of a file; a file that is not here tells all. */
  stories: Record<string, string[]>
  /** Tell each story once with each of these mutants, by file and story, until somebody notices the mutant. */
  trials?: Record<string, Record<string, number[]>>
}

/** One line that a recording run writes: a story (or, without a name, its file's preparation) and what it reached. */
export interface Reach {
  file: string
  story?: string
  milliseconds: number
  reached: number[]
}

/** One line that a trying run writes: it begins with a mutant, or has found that a story notices it, or is done with a story. */
export interface Trial {
  what: 'begun' | 'killed' | 'told'
  file: string
  story: string
  mutant?: number
}

const planFile = 'mutation-plan.json'
export const reachFile = 'mutation-reach.jsonl'
export const trialFile = 'mutation-trials.jsonl'
/** Where processes that a story starts write what they reach. */
export const childrenFile = 'mutation-children.txt'
export const switchFile = 'src/mutation-switch.ts'

export function readPlan(root: string): Plan {
  return JSON.parse(readFileSync(join(root, planFile), 'utf8'))
}

export function writePlan(root: string, plan: Plan): void {
  writeFileSync(join(root, planFile), JSON.stringify(plan))
}

/** The objects that a run has written so far, one a line. */
export function readLines<Line>(root: string, file: string): Line[] {
  try {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    // A process that was ended may have left half a line.
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

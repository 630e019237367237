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
}

/** One line that a recording run writes: a story (or, without a name, its file's preparation) and what it reached. */
export interface Reach {
  file: string
  story?: string
  milliseconds: number
  reached: number[]
}

export const planFile = 'mutation-plan.json'
export const reachFile = 'mutation-reach.jsonl'
/** Where processes that a story starts write what they reach. */
export const childrenFile = 'mutation-children.txt'
export const switchFile = 'src/mutation-switch.ts'

export function readPlan(root: string): Plan {
  return JSON.parse(readFileSync(join(root, planFile), 'utf8'))
}

export function writePlan(root: string, plan: Plan): void {
  writeFileSync(join(root, planFile), JSON.stringify(plan))
}

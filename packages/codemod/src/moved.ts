import type { Look } from './plan.ts'

/** The result of a move, without the texts of files, which may have secrets. */
export interface Moved {
  readonly files: readonly { path: string; changes: readonly string[] }[]
  readonly looks: readonly Look[]
  /** Commands of the package manager that are left to run. */
  readonly commands: readonly string[]
  /** Variables to set wherever the application runs. */
  readonly variables: readonly string[]
  /** The file that lists the places to look at, if there are any. */
  readonly notes?: string
  /** False after a dry run. */
  readonly done: boolean
}

import type { Look } from './plan.ts'

/** The result of a move. No text of a file is in it, because secrets are among them. */
export interface Moved {
  readonly files: readonly { path: string; changes: readonly string[] }[]
  readonly looks: readonly Look[]
  /** Commands of the package manager that are left to do. */
  readonly commands: readonly string[]
  /** Variables to set wherever the application runs. */
  readonly variables: readonly string[]
  /** The file that keeps what there is to look at, if there is anything. */
  readonly notes?: string
  /** False after a dry run. */
  readonly done: boolean
}

import { run, type Surroundings } from '../../../packages/codemod/src/run.ts'
import { listened, type Said } from '../../cli/typed.ts'

/** Types `npx porticojs-codemod …` in this process. */
export function codemod(
  typed: readonly string[],
  surroundings: Partial<Surroundings> = {},
): Promise<Said> {
  return listened((listening) => run(typed, { ...listening, ...surroundings }))
}

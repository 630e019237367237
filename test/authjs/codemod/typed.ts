import { run, type Surroundings } from '../../../packages/codemod/src/run.ts'
import type { Said } from '../../cli/typed.ts'

/** Types `npx porticojs-codemod …` in this process. */
export async function codemod(
  typed: readonly string[],
  surroundings: Partial<Surroundings> = {},
): Promise<Said> {
  const said = { out: '', error: '' }
  const code = await run(typed, {
    folder: import.meta.dirname,
    confirm: async () => undefined,
    out: (line) => {
      said.out += `${line}\n`
    },
    error: (line) => {
      said.error += `${line}\n`
    },
    ...surroundings,
  })
  return { code, ...said }
}

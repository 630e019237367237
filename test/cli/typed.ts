import { run, type Surroundings } from '../../src/cli/run.ts'

/** What a command said, and with which exit code it ended. */
export interface Said {
  code: number
  out: string
  error: string
}

/** Types `npx porticojs …` in this process. */
export async function portico(
  typed: readonly string[],
  surroundings: Partial<Surroundings> = {},
): Promise<Said> {
  const said = { out: '', error: '' }
  const code = await run(typed, {
    env: {},
    folder: import.meta.dirname,
    onTerminal: false,
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

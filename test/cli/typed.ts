import { run, type Surroundings } from '../../src/cli/run.ts'

/** What a command said, and with which exit code it ended. */
export interface Said {
  code: number
  out: string
  error: string
}

/** Where a command writes its lines, and who could answer it. */
interface Listening {
  folder: string
  out(line: string): void
  error(line: string): void
  confirm(question: string): Promise<undefined>
}

/** Runs a command in this process, where nobody answers, and listens to what it says. */
export async function listened(run: (listening: Listening) => Promise<number>): Promise<Said> {
  const said = { out: '', error: '' }
  const code = await run({
    folder: import.meta.dirname,
    confirm: async () => undefined,
    out: (line) => {
      said.out += `${line}\n`
    },
    error: (line) => {
      said.error += `${line}\n`
    },
  })
  return { code, ...said }
}

/** Types `npx porticojs …` in this process. A command that reads a configuration sets its variables, which no other test may find. */
export async function portico(
  typed: readonly string[],
  surroundings: Partial<Surroundings> = {},
): Promise<Said> {
  const before = { ...process.env }
  try {
    return await listened((listening) =>
      run(typed, { env: {}, onTerminal: false, ...listening, ...surroundings }),
    )
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

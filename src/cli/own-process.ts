import { codeOf, explain } from './explain.ts'

/** The process of a command that runs an application's configuration file. */
interface OwnProcess {
  out(line: string): void
  end(code: number): void
}

/**
 * Reserves standard output and the exit for the command. The application's output goes to standard error, because programs read the answer;
 * if the application calls `process.exit()` or fails in the background, the command has failed. `failed` reports that, and returns the exit
 * code.
 */
export function ownProcess(failed: (thrown: Error, out: OwnProcess['out']) => number): OwnProcess {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const exit = process.exit.bind(process)
  let isOver = false
  let lost = 0
  const out = (line: string) => {
    write(`${line}\n`, (thrown) => {
      if (thrown) lost = unwritten(thrown)
    })
  }
  const end = (code: number) => {
    isOver = true
    // All output must be written before.
    write('', () => exit(code || lost))
  }
  const fail = (message: string) => {
    if (!isOver) end(failed(new Error(message), out))
  }
  stdout.write = stderr.write.bind(stderr)
  process.exit = (code) => {
    throw new Error(`it calls process.exit(${code ?? ''})`)
  }
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (thrown: unknown) =>
      fail(`The application failed in the background: ${Object(thrown).message ?? thrown}`),
    )
  process.on('beforeExit', () =>
    fail('The file that calls Auth() never finished loading: an `await` in it waits for ever.'),
  )
  // The work is finished, even if nobody reads the output.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return { out, end }
}

/** The exit code if an answer cannot be written. A reader may stop early, as `head` does: that is no failure. */
export function unwritten(thrown: Error): number {
  if (codeOf(thrown) === 'EPIPE') return 0
  console.error(`The answer can't be written: ${explain(thrown)}`)
  return 1
}

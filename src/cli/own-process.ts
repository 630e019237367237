/** The process of a command that runs the file which configures an application. */
interface OwnProcess {
  out(line: string): void
  end(code: number): void
}

/**
 * Keeps the answer and the end of the process for the command. What the application prints goes where notes go, because programs read
 * the answer; where it gives up, the command has failed. `failed` says so, and returns the exit code.
 */
export function ownProcess(failed: (thrown: Error, out: OwnProcess['out']) => number): OwnProcess {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const exit = process.exit.bind(process)
  let isOver = false
  const out = (line: string) => void write(`${line}\n`)
  const end = (code: number) => {
    isOver = true
    // What was said must have left before.
    write('', () => exit(code))
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
  // Whoever reads may stop reading, as `head` does; the work is finished all the same.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return { out, end }
}

#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { commands } from './commands.ts'
import { run } from './run.ts'

/** Asks on the terminal; where there is none, nobody is asked. */
async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('SIGINT', () => {
    console.log()
    process.exit(130)
  })
  // Ctrl+D closes the input, and then no answer comes.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

// Whoever reads may stop reading, as `head` does: nobody is left to be told.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit()
})

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  onTerminal: process.stdout.isTTY === true,
  confirm,
  out: (line) => console.log(line),
  error: (line) => console.error(line),
})

// What was said must have left before.
const { exits } = commands[process.argv[2] ?? ''] ?? {}
if (exits) process.stdout.write('', () => process.exit())

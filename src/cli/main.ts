#!/usr/bin/env node
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { run } from './run.ts'

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

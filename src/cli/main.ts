#!/usr/bin/env node
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { run } from './run.ts'
import { refusedNode } from './version.ts'

const refusal = refusedNode(process.versions.node)
if (refusal) {
  console.error(refusal)
  process.exit(1)
}

// Whoever reads may stop reading, as `head` does: nobody is left to be told.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit()
})

// A configuration may wait for something that never comes.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return
  console.error(
    'The file that calls Auth() never finished loading: an `await` in it waits for ever.',
  )
  process.exitCode = 1
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

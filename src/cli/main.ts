#!/usr/bin/env node
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { ownProcess } from './own-process.ts'
import { refused, run } from './run.ts'
import { refusedNode } from './version.ts'

const refusal = refusedNode(process.versions.node)
if (refusal) {
  console.error(refusal)
  process.exit(1)
}

const typed = process.argv.slice(2)
const error = (line: string) => console.error(line)
const here = {
  env: process.env,
  folder: process.cwd(),
  onTerminal: process.stdout.isTTY === true,
  confirm,
  error,
}

if (commands[typed[0] ?? '']?.exits) {
  const { out, end } = ownProcess((thrown, out) => refused(typed, thrown, { out, error }))
  end(await run(typed, { ...here, out }))
} else {
  // Whoever reads may stop reading, as `head` does: nobody is left to be told.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit()
  })
  process.exitCode = await run(typed, { ...here, out: (line) => console.log(line) })
}

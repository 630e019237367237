#!/usr/bin/env node
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { ownProcess, unwritten } from './own-process.ts'
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
  folder: currentFolder(),
  onTerminal: process.stdout.isTTY === true,
  confirm,
  error,
}

if (commands[typed[0] ?? '']?.exits) {
  const { out, end } = ownProcess((thrown, out) => refused(typed, thrown, { out, error }))
  end(await run(typed, { ...here, out }))
} else {
  process.stdout.on('error', (thrown) => process.exit(unwritten(thrown)))
  process.exitCode = await run(typed, { ...here, out: (line) => console.log(line) })
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    console.error('This folder has been removed: go to another one.')
    process.exit(1)
  }
}

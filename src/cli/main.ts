#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { commands } from './commands.ts'
import { run } from './run.ts'

/** Asks on the terminal; where there is none, nobody is asked. */
async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

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

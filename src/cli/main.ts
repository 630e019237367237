#!/usr/bin/env node
import { AuthError } from '../errors.ts'
import { emulate, emulateUsage } from './emulate.ts'
import { migrate, migrateUsage } from './migrate.ts'
import { secret, secretUsage } from './secret.ts'

/** What a command needs of the process that runs it. */
interface CliContext {
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
}

type Command = {
  run: (args: readonly string[], context: CliContext) => Promise<void> | void
  usage: string
}

const commands: Readonly<Record<string, Command>> = {
  emulate: { run: emulate, usage: emulateUsage },
  migrate: { run: migrate, usage: migrateUsage },
  secret: { run: secret, usage: secretUsage },
}

function help(): string {
  return Object.values(commands)
    .map(({ usage }) => usage)
    .join('\n\n')
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const context: CliContext = { env: process.env, print: (line) => console.log(line) }
try {
  if (command) await command.run(args, context)
  else if (!name || name === 'help' || name === '--help') console.log(help())
  else throw new Error(`There is no command "${name}". There are:\n\n${help()}`)
} catch (thrown) {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  console.error(thrown instanceof AuthError ? `${message}\n${thrown.hint}` : message)
  process.exitCode = 1
}

import type { Command } from './command.ts'
import { emulate } from './emulate.ts'
import { migrate } from './migrate.ts'
import { migrateFrom } from './migrate-from.ts'
import { secret } from './secret.ts'

/** Every command of `npx portico`, in the order of the help. What is heavy is loaded when a command runs. */
export const commands: Readonly<Record<string, Command>> = {
  emulate,
  migrate,
  'migrate-from': migrateFrom,
  secret,
}

import { audit } from './audit.ts'
import type { Command } from './command.ts'
import { dev } from './dev.ts'
import { doctor } from './doctor.ts'
import { emulate } from './emulate.ts'
import { importCommand } from './import.ts'
import { init } from './init.ts'
import { keys } from './keys.ts'
import { migrate } from './migrate.ts'
import { migrateFrom } from './migrate-from.ts'
import { providers } from './providers.ts'
import { reseal } from './reseal.ts'
import { secret } from './secret.ts'
import { signIn } from './sign-in.ts'
import { users } from './users.ts'

/** Every command of `npx porticojs`, in the order of the help. Heavy code is loaded when a command runs. */
export const commands: Readonly<Record<string, Command>> = {
  init,
  dev,
  doctor,
  'sign-in': signIn,
  emulate,
  providers,
  migrate,
  'migrate-from': migrateFrom,
  import: importCommand,
  secret,
  reseal,
  users,
  audit,
  keys,
}

import { join } from 'node:path'
import { importFile } from '../../src/cli/import/file.ts'
import type { ImportReport } from '../../src/cli/import/report.ts'
import { openTarget } from '../../src/cli/import/target.ts'
import { readEngine } from '../../src/instance/open-engine.ts'
import { Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { foreignHashes } from '../../src/passwords.ts'
import Google from '../../src/providers/google.ts'
import Password from '../../src/providers/password.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { env, origin, ourSecret } from './better-auth-house.ts'

/** Imports a file in this process, into the database of a folder, as the command does once it has read what was typed. */
export async function importHere(
  folder: string,
  words: { source: string; file: string; hashConfig?: string | undefined; columns: string[] },
  {
    blocks = false,
    hasPasswords = true,
    storage: given,
  }: { blocks?: boolean; hasPasswords?: boolean; storage?: Storage } = {},
): Promise<ImportReport> {
  const storage = given ?? sql(`file:${join(folder, 'auth.db')}`)
  const written = {
    providers: hasPasswords
      ? [Password({ import: foreignHashes, send: async () => {} })]
      : [Google({ clientId: 'a', clientSecret: 'b' })],
    parts: [SecondFactor(), ...(blocks ? [Operators()] : [])],
    storage,
    secret: ourSecret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test' } },
  }
  const { config } = readEngine(written, {})
  const told = { folder, file: 'auth.ts', env, written, config, problems: [], warnings: [] }
  const target = await openTarget({ ...told, production: false }, false)
  const silent = { note() {}, report() {}, confirm: async () => undefined }
  const context = { env, folder, onTerminal: false, ...silent }
  try {
    return await importFile(target, { hashConfig: undefined, ...words }, context)
  } finally {
    if (!given) await storage.close?.()
  }
}
